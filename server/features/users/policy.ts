import { HttpError } from '../../errors.ts';

/** Nobody suspends, demotes or deletes themselves: a slip of the hand would lock them out. */
export const mayChange = (actor: { id: string }, userId: string) => actor.id !== userId;

/** Bulk actions leave admins alone, and whoever asks for them. */
export const mayChangeInBulk = (actor: { id: string }, user: { id: string; role: 'user' | 'admin' }) =>
  user.role !== 'admin' && mayChange(actor, user.id);

export const ownAccount = () => new HttpError('own_account', 'You cannot do this to your own account.');
export const lastAdmin = () =>
  new HttpError('last_admin', 'This is the last active admin. Make somebody else an admin first.');
export const userNotFound = () => new HttpError('user_not_found', 'This user does not exist any more.');
