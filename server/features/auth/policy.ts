import { PASSWORD_ALONE_MIN } from '../../../contract/auth/auth.rules.ts';
import type { Status } from '../../../contract/users/users.rules.ts';
import type { UserRow } from '../../db/tables.ts';
import type { Device } from '../../http/cookies.ts';
import { temporaryPasswordEnd } from '../../passwords/temporary.ts';

/** `needs_auth` may: signing in is what it demands. */
export function maySignIn(user: { status: Status }): boolean {
  return user.status !== 'suspended';
}

export const isShort = (password: string): boolean => [...password].length < PASSWORD_ALONE_MIN;

export const isLongEnough = (password: string, user: { secondFactor: boolean }): boolean =>
  !isShort(password) || user.secondFactor;

export const hasTemporaryPasswordEnded = (
  user: Pick<UserRow, 'password_state' | 'temporary_password_at'>,
  days: number,
  now: number,
): boolean =>
  user.password_state === 'temporary' &&
  user.temporary_password_at !== null &&
  now >= temporaryPasswordEnd(user.temporary_password_at, days);

/**
 * True for a used account that this browser hasn't signed in to; a new temporary password makes every browser new. `signed_in_at` is 0 if
 * never recorded.
 */
export function isNewDevice(
  before: Pick<UserRow, 'username_key' | 'signed_in_at' | 'temporary_password' | 'temporary_password_at'>,
  device: Pick<Device, 'knows'> | null,
): boolean {
  const isFirst = before.signed_in_at === null || (before.signed_in_at === 0 && before.temporary_password !== null);
  return !isFirst && !(device?.knows(before.username_key, before.temporary_password_at) ?? false);
}

const FIRST_PASSWORD_MS = 30 * 60_000;

/** Not needed soon after signing in with a temporary password. An empty hash means that another one was issued since. */
export const needsCurrentPassword = (
  user: Pick<UserRow, 'password_state' | 'password_hash'>,
  { startedAt }: { readonly startedAt: number },
  now: number,
): boolean =>
  user.password_state !== 'temporary' ||
  user.password_hash === '' ||
  now - startedAt >= FIRST_PASSWORD_MS ||
  startedAt > now;
