import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Factor } from '../../../contract/auth/auth.ts';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { notifyOwner } from '../../delivery/notices/notices.ts';
import { HttpError, tooManyRequests } from '../../errors.ts';
import { PLACES } from '../../limits/limits.ts';
import {
  type AuthDeps,
  completeSignIn,
  type From,
  noticeGuessing,
  recordFailure,
  refuseSuspended,
  type SignedIn,
} from './complete-sign-in.ts';
import { attemptsAt, countOrRefuse, countSignIn, forgetAttempt, forgetFailures } from './delays.ts';
import { isNewDevice } from './policy.ts';
import { checkFactor, type FactorKind, kindOf, WrongFactor, wrongSecondFactor } from './second-factor/factors.ts';
import { passkeysOf, requestOptions } from './second-factor/passkeys.ts';

const PENDING_MS = 5 * 60_000;
export const PENDING_SIGN_IN_S = PENDING_MS / 1000;
const TRIES_MAX = PLACES.secondSteps.most;

const WAYS = {
  totp: 'password and app',
  recoveryCode: 'password and recovery code',
  passkey: 'password and passkey',
} as const;

const signInExpired = () => new HttpError('sign_in_expired', ({ errors }) => errors.signInExpired);

const hashed = (text: string) => hash('sha256', text, 'base64url');

/** Changing the password ends pending sign-ins. */
const passwordNow = ({ password_hash, temporary_password }: UserRow) =>
  hashed(`${password_hash}\n${temporary_password ?? ''}`);

/** There is no session between the two steps, only this token. */
export async function startPendingSignIn(
  trx: Trx,
  { clock }: Pick<Core, 'clock'>,
  user: UserRow,
  passwordHash: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('begun_sign_ins')
    .values({
      token_hash: hashed(token),
      user_id: user.id,
      password_then: passwordNow(user),
      password_hash: passwordHash,
      tries: 0,
      expires_at: clock.now() + PENDING_MS,
    })
    .execute();
  return token;
}

interface PendingSignIn {
  readonly id: string;
  readonly user: UserRow;
  readonly passwordHash: string;
}

/** Null if expired, or if the password or the factors changed. */
export async function findPendingSignIn(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  token: string | undefined,
): Promise<PendingSignIn | null> {
  if (token === undefined) return null;
  const now = clock.now();
  const row = await db
    .selectFrom('begun_sign_ins')
    .selectAll()
    .where('token_hash', '=', hashed(token))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + 2 * PENDING_MS)
    .executeTakeFirst();
  const user = row && (await db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirst());
  if (row === undefined || user === undefined) return null;
  if (user.second_factor === 0 || passwordNow(user) !== row.password_then) return null;
  return { id: row.token_hash, user, passwordHash: row.password_hash };
}

export async function endPendingSignIn(trx: Trx, { id }: PendingSignIn): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('begun_sign_ins')
    .where('token_hash', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const sweepPendingSignIns = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'begun_sign_ins', key: 'token_hash', time: 'expires_at', before: now }, closing);

export async function signInOptions(deps: AuthDeps, pendingToken: string | undefined) {
  const pending = await findPendingSignIn(deps, pendingToken);
  if (pending === null) return requestOptions(deps, null, { purpose: 'sign-in' });
  const passkeys = await passkeysOf(deps.db, pending.user.id);
  return requestOptions(deps, passkeys, { purpose: 'second-step', pending: pending.id });
}

/** Counted as failed before the check, as passwords are. */
function countTry(
  { commit, keys, clock }: AuthDeps,
  pending: PendingSignIn,
  kind: FactorKind,
  { device, visitor }: From,
) {
  const { user } = pending;
  const key = user.username_key;
  return commit(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('begun_sign_ins')
      .set({ tries: sql`tries + 1` })
      .where('token_hash', '=', pending.id)
      .where('tries', '<', TRIES_MAX)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw signInExpired();
    const attempt = await countSignIn(trx, { keys, clock }, { key, user, device, visitor });
    if (attempt.waitS > 0) throw tooManyRequests(attempt.waitS);
    const strangers = attemptsAt(keys, key).from('strangers with the password');
    // Only TOTP codes can be guessed. A delayed owner can still use a passkey or recovery code.
    if (!attempt.isKnown && kind === 'totp') await countOrRefuse(trx, strangers, clock.now());
    return { ...attempt, strangers };
  });
}

export async function completeSecondStep(deps: AuthDeps, factor: Factor, from: From): Promise<SignedIn> {
  const { commit } = deps;
  const { visitor, device } = from;
  const pending = await findPendingSignIn(deps, from.pendingToken);
  if (pending === null) throw signInExpired();
  const { user } = pending;
  const kind = kindOf(factor);
  const attempt = await countTry(deps, pending, kind, from);
  try {
    const useUp = await checkFactor(deps, user.id, factor, { purpose: 'second-step', pending: pending.id });
    await refuseSuspended(deps, user, visitor);
    return await commit((trx) =>
      completeSignIn(trx, deps, {
        user,
        from,
        way: WAYS[kind],
        secondFactor: true,
        password: { hash: pending.passwordHash, short: user.short_password },
        refuse: signInExpired,
        consume: async (current) => {
          // The second factor was removed meanwhile.
          if (current.second_factor === 0) throw signInExpired();
          if (!(await endPendingSignIn(trx, pending))) throw signInExpired();
          await useUp(trx);
          await forgetAttempt(trx, attempt);
          await forgetFailures(trx, { hash: attempt.strangers });
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error;
    noticeGuessing(deps, user, attempt);
    await recordFailure(deps, user, error.reason ?? 'wrong second factor', visitor);
    // Someone knows the password, so warn the owner. On a known device it's probably a typo.
    if (isNewDevice(user, device)) await commit((trx) => notifyOwner(trx, deps, user, 'second step failed', visitor));
    throw wrongSecondFactor(kind);
  }
}
