import type { Status } from '../../../contract/users.rules.ts';

/** Somebody who was told to sign in again does just that; only a suspended account stays out. */
export function maySignIn(user: { status: Status }): boolean {
  return user.status !== 'suspended';
}
