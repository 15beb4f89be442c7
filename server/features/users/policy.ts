import type { BulkChange } from '../../../contract/users/bulk.rules.ts';
import { isStaff, mayManage } from '../../../contract/users/roles.rules.ts';
import type { Role, Status } from '../../../contract/users/users.rules.ts';
import { HttpError } from '../../errors.ts';

/** Not the own account: one wrong click would lock an admin out. */
export const mayChange = (actor: { userId: string }, userId: string) => actor.userId !== userId;

interface Acting {
  readonly role: Role;
}

export const staffOnlyByAdmins = () => new HttpError('not_allowed', 'Only admins can change staff accounts.');
const roleNotYours = () => new HttpError('not_allowed', 'Only an admin can give this role.');

export function assertMayManage(actor: Acting, user: { readonly role: Role }): void {
  if (!mayManage(actor.role, user.role)) throw staffOnlyByAdmins();
}

export function assertMayGive(actor: Acting, role: Role): void {
  if (!mayManage(actor.role, role)) throw roleNotYours();
}

export const becomesStaff = (before: Role, after: Role) => !isStaff(before) && isStaff(after);

interface Maker {
  readonly role: Role;
}

/** A demotion among staff only narrows an admin's keys. A promotion brings none back. */
export function endsKeys(change: BulkChange, { role }: Maker): boolean {
  if (change.action === 'status') return change.value === 'suspended';
  return change.action === 'delete' || role !== 'admin' || !isStaff(change.value);
}

/** Not staff. Forcing a sign-in skips suspended users, whom signing in would activate. */
export const mayChangeInBulk = (
  actor: { userId: string },
  user: { id: string; role: Role; status: Status },
  wanted?: Status,
) => user.role === 'user' && mayChange(actor, user.id) && !(wanted === 'needs_auth' && user.status === 'suspended');

export const ownAccount = () => new HttpError('own_account', 'You cannot do this to your own account.');
export const userNotFound = () => new HttpError('user_not_found', 'This user no longer exists.');
export const noTemporaryPassword = () =>
  new HttpError(
    'no_temporary_password',
    'There is no temporary password to show: it has expired, has been used, or the user has chosen a new one.',
  );
