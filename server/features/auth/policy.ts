import { PASSWORD_ALONE_MIN } from '../../../contract/auth/auth.rules.ts';
import type { Status } from '../../../contract/users/users.rules.ts';
import type { UserRow } from '../../db/tables.ts';
import type { Device } from '../../http/cookies.ts';
import { temporaryPasswordEnd } from '../../passwords/temporary.ts';

/** Somebody who was told to sign in again does just that; only a suspended account stays out. */
export function maySignIn(user: { status: Status }): boolean {
  return user.status !== 'suspended';
}

export const isShort = (password: string): boolean => [...password].length < PASSWORD_ALONE_MIN;

/** Short ones only where something else is asked for as well. */
export const isLongEnough = (password: string, user: { secondFactor: boolean }): boolean =>
  !isShort(password) || user.secondFactor;

/** Nobody signs in any more with a temporary password that its owner did not replace in time. */
export const hasTemporaryPasswordEnded = (
  user: Pick<UserRow, 'password_state' | 'temporary_password_at'>,
  days: number,
  now: number,
): boolean =>
  user.password_state === 'temporary' &&
  user.temporary_password_at !== null &&
  now >= temporaryPasswordEnd(user.temporary_password_at, days);

/**
 * Whether the owner is told of a sign-in: somebody has used the account before, and never in this browser. The user as they
 * were before it. Of accounts from before it was recorded, one whose temporary password nobody has used is new.
 * After a new temporary password every browser is a new one.
 */
export function isNewDevice(
  before: Pick<UserRow, 'username_key' | 'signed_in_at' | 'temporary_password' | 'temporary_password_at'>,
  device: Pick<Device, 'knows'> | null,
): boolean {
  const isFirst = before.signed_in_at === null || (before.signed_in_at === 0 && before.temporary_password !== null);
  return !isFirst && !(device?.knows(before.username_key, before.temporary_password_at) ?? false);
}

const FIRST_PASSWORD_MS = 30 * 60_000;

interface SignedInAt {
  readonly startedAt: number;
}

/**
 * Whoever has just signed in with a temporary password has shown that they know it. Others may sit at an open screen: an
 * account with a password of its own, a session that has been there for longer, and a temporary password that was given out
 * since, which nobody has signed in with, hence without a hash.
 */
export const needsCurrentPassword = (
  user: Pick<UserRow, 'password_state' | 'password_hash'>,
  { startedAt }: SignedInAt,
  now: number,
): boolean =>
  user.password_state !== 'temporary' ||
  user.password_hash === '' ||
  now - startedAt >= FIRST_PASSWORD_MS ||
  startedAt > now;
