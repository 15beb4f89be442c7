import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { PLACES } from '../../limits/limits.ts';

const BEGUN_MS = 5 * 60_000;
export const PENDING_SIGN_IN_S = BEGUN_MS / 1000;
const TRIES_MAX = PLACES.secondSteps.most;

export const signInExpired = () =>
  new HttpError('sign_in_expired', 'This took too long or too many tries. Please sign in again.');

const hashed = (token: string) => hash('sha256', token, 'base64url');

/** A changed password invalidates the pending sign-in. */
const passwordNow = ({ password_hash, temporary_password }: UserRow) =>
  hashed(`${password_hash}\n${temporary_password ?? ''}`);

export async function beginSecondStep(
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
      expires_at: clock.now() + BEGUN_MS,
    })
    .execute();
  return token;
}

export interface PendingSignIn {
  readonly id: string;
  readonly user: UserRow;
  readonly passwordHash: string;
}

/** Null if it expired or the account's password or factors changed. */
export async function findPendingSignIn(
  db: Db | Trx,
  { clock }: Pick<Core, 'clock'>,
  token: string | undefined,
): Promise<PendingSignIn | null> {
  if (token === undefined) return null;
  const now = clock.now();
  const row = await db
    .selectFrom('begun_sign_ins')
    .selectAll()
    .where('token_hash', '=', hashed(token))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + 2 * BEGUN_MS)
    .executeTakeFirst();
  const user = row && (await db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirst());
  if (row === undefined || user === undefined) return null;
  if (user.second_factor === 0 || passwordNow(user) !== row.password_then) return null;
  return { id: row.token_hash, user, passwordHash: row.password_hash };
}

export async function takeTry(trx: Trx, { id }: Pick<PendingSignIn, 'id'>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('begun_sign_ins')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', id)
    .where('tries', '<', TRIES_MAX)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False if a concurrent request ended it first. */
export async function endPendingSignIn(trx: Trx, { id }: Pick<PendingSignIn, 'id'>): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('begun_sign_ins')
    .where('token_hash', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const sweepPendingSignIns = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'begun_sign_ins', key: 'token_hash', time: 'expires_at', before: now }, closing);
