import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../../clock.ts';
import type { Keys } from '../../crypto/keys.ts';
import { sweepTable } from '../../db/batches.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, Trx } from '../../db/tables.ts';

/** Failures of yesterday say nothing about today. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** From where a password is tried. Each has a count of its own for each account, so that nobody can keep somebody else out. */
export type Origin =
  | `network:${string}`
  | `device:${string}`
  | `session:${string}`
  /**
   * Codes of an app, from wherever somebody tries them who knows the password, unless it is a known device: there are only a
   * million, and many networks have many tries.
   */
  | 'strangers with the password';

/** Names are kept as keyed hashes, known or not: see the table. */
export function attemptsAt(keys: Keys, usernameKey: string) {
  const hashed = (text: string) =>
    createHmac('sha256', keys.derive('sign-in-attempts')).update(text).digest('hex').slice(0, 32);
  const name = hashed(usernameKey);
  return {
    from: (origin: Origin) => `${name}.${hashed(`${usernameKey}\n${origin}`)}`,
    fromEverywhere: `${name}.everywhere`,
    /** What all of them begin with. */
    name,
  };
}

/**
 * From the fifth failure on one second, doubled with each further one, up to a quarter of an hour. Before that it is no
 * time at all, not even now: the clocks of processes differ, and nobody is to wait for one that is ahead.
 */
function blockedUntil(failures: RawBuilder<number>, now: number): RawBuilder<number> {
  const seconds = sql`case when ${failures} >= 15 then 900 else 1 << (${failures} - 5) end`;
  return sql`case when ${failures} < 5 then 0 else cast(${now} as bigint) + 1000 * (${seconds}) end`;
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

const findBlocked = prepared<{ hash: string }, { blocked_until: number }>((db, { hash }) =>
  db.selectFrom('sign_in_attempts').select('blocked_until').where('name_hash', '=', hash),
);

/**
 * Counts an attempt as failed before the password is looked at; a success takes it back. While a delay runs it counts
 * nothing and answers the seconds to wait. It is one statement: guesses sent all at once are counted one by one, on every
 * process.
 */
export async function countAttempt(trx: Trx, hash: string, now: number): Promise<number> {
  const { numAffectedRows } = await count(trx, {
    hash,
    now,
    forgotten: now - FORGOTTEN_AFTER_MS,
    ahead: now + CLOCK_SKEW_MS,
  });
  if (numAffectedRows === 1n) return 0;
  const { rows } = await findBlocked(trx, { hash });
  return Math.max(1, Math.ceil(((rows[0]?.blocked_until ?? now) - now) / 1000));
}

export const forgetFailures = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db.deleteFrom('sign_in_attempts').where('name_hash', '=', hash),
);

/**
 * The password was right and is not all that is asked for: this try counts no more, those before it still do. The wait was over,
 * and the next one begins with what is tried now.
 */
export const uncountAttempt = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db
    .updateTable('sign_in_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
    .where('name_hash', '=', hash)
    .where('failures', '>', 0),
);

/** Wherever they came from. */
export async function forgetAllFailures(trx: Trx, keys: Keys, usernameKey: string): Promise<void> {
  const { name } = attemptsAt(keys, usernameKey);
  await trx.deleteFrom('sign_in_attempts').where('name_hash', 'like', `${name}.%`).execute();
}

/** So many failures within an hour are more than one network can have: the delays leave it some twenty. */
export const GUESSED_FROM_MANY = 50;
const HOUR_MS = 60 * 60 * 1000;

interface Hourly extends Record<string, unknown> {
  hash: string;
  now: number;
  /** An hour that began before this time, or after `ahead`, is over. */
  over: number;
  ahead: number;
}

const countHourly = prepared<Hourly, { failures: number }>((db, { hash, now, over, ahead }) => {
  const isOver = sql`(sign_in_attempts.updated_at <= ${over} or sign_in_attempts.updated_at > ${ahead})`;
  return db
    .insertInto('sign_in_attempts')
    .values({ name_hash: hash, failures: 1, blocked_until: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet({
        failures: sql`case when ${isOver} then 1 else sign_in_attempts.failures + 1 end`,
        updated_at: sql`case when ${isOver} then cast(${now} as bigint) else sign_in_attempts.updated_at end`,
      }),
    )
    .returning('failures');
});

/**
 * Counts what strangers try on an account from wherever they are, and answers how often in this hour. Nobody waits for it:
 * a stranger could keep the owner out. Each number comes up once an hour, on one process.
 */
export async function countEverywhere(trx: Trx, hash: string, now: number): Promise<number> {
  const { rows } = await countHourly(trx, { hash, now, over: now - HOUR_MS, ahead: now + CLOCK_SKEW_MS });
  return rows[0]?.failures ?? 0;
}

export const uncountEverywhere = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db
    .updateTable('sign_in_attempts')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('name_hash', '=', hash)
    .where('failures', '>', 0),
);

export function sweepAttempts(db: Db, now: number, closing: AbortSignal): Promise<void> {
  const old = { key: 'name_hash', time: 'updated_at', before: now - FORGOTTEN_AFTER_MS } as const;
  return sweepTable(db, { table: 'sign_in_attempts', ...old }, closing);
}
