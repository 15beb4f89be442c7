import { createHmac } from 'node:crypto';
import type { Trx } from '../../db/tables.ts';
import { tooManyRequests } from '../../http/errors.ts';

const FREE_FAILURES = 5;
const LONGEST_S = 15 * 60;
/** Failures of yesterday say nothing about today. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** From the fifth failure on one second, doubled with each further one, up to a quarter of an hour. */
export function delaySeconds(failures: number): number {
  return failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES), LONGEST_S);
}

/** Names are kept as a keyed hash, known or not: see the table. */
export function nameHash(key: Buffer, usernameKey: string): string {
  return createHmac('sha256', key).update(usernameKey).digest('base64url');
}

/**
 * Counts an attempt as failed before the password is looked at, and refuses it while a delay runs. A
 * success takes it back. Guesses sent all at once are thus counted one by one, on every process.
 */
export async function countAttempt(trx: Trx, hash: string, now: number): Promise<void> {
  // Insert first: it takes the row's lock on PostgreSQL, so that parallel attempts wait for each other.
  await trx
    .insertInto('sign_in_attempts')
    .values({ name_hash: hash, failures: 0, blocked_until: 0, updated_at: now })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet({ name_hash: hash }))
    .execute();
  const row = await trx
    .selectFrom('sign_in_attempts')
    .select(['failures', 'blocked_until', 'updated_at'])
    .where('name_hash', '=', hash)
    .executeTakeFirstOrThrow();
  if (row.blocked_until > now) throw tooManyRequests(Math.ceil((row.blocked_until - now) / 1000));
  const failures = (row.updated_at <= now - FORGOTTEN_AFTER_MS ? 0 : row.failures) + 1;
  await trx
    .updateTable('sign_in_attempts')
    .set({ failures, blocked_until: now + delaySeconds(failures) * 1000, updated_at: now })
    .where('name_hash', '=', hash)
    .execute();
}

export async function forgetFailures(trx: Trx, hash: string): Promise<void> {
  await trx.deleteFrom('sign_in_attempts').where('name_hash', '=', hash).execute();
}

/** For an attempt that came to no verdict, because the server was too busy to look at it. */
export async function uncountAttempt(trx: Trx, hash: string): Promise<void> {
  await trx
    .updateTable('sign_in_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
    .where('name_hash', '=', hash)
    .where('failures', '>', 0)
    .execute();
}

export async function sweepAttempts(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('sign_in_attempts')
    .where('updated_at', '<=', now - FORGOTTEN_AFTER_MS)
    .execute();
}
