import { HttpError } from '../../errors.ts';

export const lastSecondFactor = () =>
  new HttpError(
    'last_second_factor',
    'This portal asks for a second factor, and this is the only one that you have. Add another one first.',
  );
