import { PASSWORD_ALONE_MIN } from '../../../../contract/auth/auth.rules.ts';
import { HttpError } from '../../../errors.ts';

export const shortPasswordStandsAlone = () =>
  new HttpError(
    'last_second_factor',
    `Your password has fewer than ${PASSWORD_ALONE_MIN} characters, which is too short without a second factor. Choose a longer one first.`,
  );

export const lastSecondFactor = () =>
  new HttpError(
    'last_second_factor',
    'This portal asks for a second factor, and this is the only one that you have. Add another one first.',
  );
