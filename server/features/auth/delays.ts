import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../../clock.ts';
import type { Keys } from '../../crypto/keys.ts';
import { sweepTable } from '../../db/batches.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { LIMITS } from '../../limits/limits.ts';

const { failedSignIns, guessedSignIns } = LIMITS;
/** Failures of yesterday say nothing about today. */
const FORGOTTEN_AFTER_MS = failedSignIns.seconds * 1000;
const FIRST_DELAYED = failedSignIns.most + 1;
const LONGEST_S = 15 * 60;
/** From here on a doubled delay would be longer than the longest. */
const LONGEST_FROM = FIRST_DELAYED + 10;

/** Where a password is tried. Each has its own count for each account, so that strangers cannot keep the owner out. */
export type Origin =
  | `network:${string}`
  | `device:${string}`
  | `session:${string}`
  /**
   * Codes of an authenticator app, tried from unknown devices with the right password: there are only a million codes, and many
   * networks have many tries.
   */
  | 'strangers with the password';

/** Usernames are kept as keyed hashes: people type passwords into that field. */
export function attemptsAt(keys: Keys, usernameKey: string) {
  const hashed = (text: string) =>
    createHmac('sha256', keys.derive('sign-in-attempts')).update(text).digest('hex').slice(0, 32);
  const name = hashed(usernameKey);
  return {
    from: (origin: Origin) => `${name}.${hashed(`${usernameKey}\n${origin}`)}`,
    fromEverywhere: `${name}.everywhere`,
    /** The beginning of all of them. */
    name,
  };
}

/**
 * From the fifth failure on one second, doubled with each further one. Before that it is 0 and not now: the clocks of processes
 * differ, and one that is ahead must not cause a delay.
 */
function blockedUntil(failures: RawBuilder<number>, now: number): RawBuilder<number> {
  const [first, last] = [sql.lit(FIRST_DELAYED), sql.lit(LONGEST_FROM)];
  const seconds = sql`case when ${failures} >= ${last} then ${sql.lit(LONGEST_S)} else 1 << (${failures} - ${first}) end`;
  return sql`case when ${failures} < ${first} then 0 else cast(${now} as bigint) + 1000 * (${seconds}) end`;
}

interface Attempt extends Record<string, unknown> {
  hash: string;
  now: number;
  /** Failures before this time are forgotten. */
  forgotten: number;
  /** Failures after this time are from before the clock was set back: they count, but do not delay. */
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
 * Counts an attempt as failed before the password is checked; a success takes it back. During a delay it counts nothing and
 * answers the seconds to wait. One statement, so that guesses sent all at once are counted one by one on all processes.
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

/** The password was right, but that is not all: this attempt no longer counts, those before it still do. */
export const uncountAttempt = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db
    .updateTable('sign_in_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
    .where('name_hash', '=', hash)
    .where('failures', '>', 0),
);

/** From everywhere. */
export async function forgetAllFailures(trx: Trx, keys: Keys, usernameKey: string): Promise<void> {
  const { name } = attemptsAt(keys, usernameKey);
  await trx.deleteFrom('sign_in_attempts').where('name_hash', 'like', `${name}.%`).execute();
}

/** More failures in an hour than one network can have: the delays leave it some twenty. */
export const GUESSED_FROM_MANY = guessedSignIns.most + 1;

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
 * Counts what strangers try on an account from everywhere, and answers how often in this hour. It is no reason for a
 * delay: strangers could keep the owner out. Each number comes up once an hour, on one process.
 */
export async function countEverywhere(trx: Trx, hash: string, now: number): Promise<number> {
  const { rows } = await countHourly(trx, {
    hash,
    now,
    over: now - guessedSignIns.seconds * 1000,
    ahead: now + CLOCK_SKEW_MS,
  });
  return rows[0]?.failures ?? 0;
}

export function sweepAttempts(db: Db, now: number, closing: AbortSignal): Promise<void> {
  const old = { key: 'name_hash', time: 'updated_at', before: now - FORGOTTEN_AFTER_MS } as const;
  return sweepTable(db, { table: 'sign_in_attempts', ...old }, closing);
}
