import { may } from '../../../contract/roles.rules.ts';
import type { Role } from '../../../contract/users.rules.ts';
import { HttpError } from '../../errors.ts';

/** Whoever may take away somebody's second factor could take over the account: of staff only admins do. */
export const mayResetSecondFactor = (role: Role, other: Role): boolean =>
  may(role, 'change-users') && (role === 'admin' || other === 'user');

export const onlyByAdmins = () =>
  new HttpError('not_allowed', 'Only an admin can remove the second factors of somebody of the staff.');
export const lastSecondFactor = () =>
  new HttpError(
    'last_second_factor',
    'This portal asks for a second factor, and this is the only one that you have. Add another one first.',
  );
