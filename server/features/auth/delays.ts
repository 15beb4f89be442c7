import { createHmac, type KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { APART_MS } from '../../clock.ts';
import { sweepTable } from '../../db/batches.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { tooManyRequests } from '../../errors.ts';

/** Failures of yesterday say nothing about today. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * From the fifth failure on one second, doubled with each further one, up to a quarter of an hour. Before that it is no
 * time at all, not even now: the clocks of processes differ, and nobody is to wait for one that is ahead.
 */
function blockedUntil(failures: RawBuilder<number>, now: number): RawBuilder<number> {
  const seconds = sql`case when ${failures} >= 15 then 900 else 1 << (${failures} - 5) end`;
  return sql`case when ${failures} < 5 then 0 else cast(${now} as bigint) + 1000 * (${seconds}) end`;
}

/** Names are kept as a keyed hash, known or not: see the table. */
export function nameHash(key: KeyObject, usernameKey: string): string {
  return createHmac('sha256', key).update(usernameKey).digest('base64url');
}

interface Attempt extends Record<string, unknown> {
  hash: string;
  now: number;
  /** Failures before this time are forgotten. */
  forgotten: number;
  /** Failures after this time are from before the clock was set back: they count, but nobody waits for them. */
  ahead: number;
}

const count = prepared<Attempt, unknown>((db, { hash, now, forgotten, ahead }) => {
  const failures = sql<number>`(case when sign_in_attempts.updated_at <= ${forgotten} then 1 else sign_in_attempts.failures + 1 end)`;
  return db
    .insertInto('sign_in_attempts')
    .values({ name_hash: hash, failures: 1, blocked_until: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name_hash')
        .doUpdateSet({
          failures,
          blocked_until: blockedUntil(failures, now),
          updated_at: now,
        })
        .where((row) =>
          row.or([row('sign_in_attempts.blocked_until', '<=', now), row('sign_in_attempts.updated_at', '>', ahead)]),
        ),
    );
});

/**
 * Counts an attempt as failed before the password is looked at, and refuses it while a delay runs. A
 * success takes it back. It is one statement: guesses sent all at once are counted one by one, on every process.
 */
export async function countAttempt(trx: Trx, hash: string, now: number): Promise<void> {
  const { numAffectedRows } = await count(trx, {
    hash,
    now,
    forgotten: now - FORGOTTEN_AFTER_MS,
    ahead: now + APART_MS,
  });
  if (numAffectedRows === 1n) return;
  const { blocked_until } = await trx
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where('name_hash', '=', hash)
    .executeTakeFirstOrThrow();
  throw tooManyRequests(Math.max(1, Math.ceil((blocked_until - now) / 1000)));
}

export const forgetFailures = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db.deleteFrom('sign_in_attempts').where('name_hash', '=', hash),
);

/** For an attempt that came to no verdict, because the server was too busy to look at it. */
export async function uncountAttempt(trx: Trx, hash: string): Promise<void> {
  await trx
    .updateTable('sign_in_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
    .where('name_hash', '=', hash)
    .where('failures', '>', 0)
    .execute();
}

export function sweepAttempts(db: Db, now: number, closing: AbortSignal): Promise<void> {
  const old = { key: 'name_hash', time: 'updated_at', before: now - FORGOTTEN_AFTER_MS } as const;
  return sweepTable(db, { table: 'sign_in_attempts', ...old }, closing);
}
