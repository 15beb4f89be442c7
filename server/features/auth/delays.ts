import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Keys } from '../../crypto/keys.ts';
import { sweepTable } from '../../db/batches.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { tooManyRequests } from '../../errors.ts';
import type { Device } from '../../http/cookies.ts';
import { LIMITS } from '../../limits/limits.ts';
import { networkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';

const { failedSignIns, guessedSignIns } = LIMITS;
const FORGOTTEN_AFTER_MS = failedSignIns.seconds * 1000;
const FIRST_DELAYED = failedSignIns.most + 1;
const LONGEST_S = 15 * 60;
const LONGEST_FROM = FIRST_DELAYED + 10;

/** Each origin has its own counter, so that strangers can't lock the owner out. */
type Origin =
  | `network:${string}`
  | `device:${string}`
  | `session:${string}`
  /** A million codes could be guessed from many networks. */
  | 'strangers with the password';

/** Keyed hashes: people type passwords into that field. */
export function attemptsAt(keys: Keys, usernameKey: string) {
  const hashed = (text: string) =>
    createHmac('sha256', keys.derive('sign-in-attempts')).update(text).digest('hex').slice(0, 32);
  const name = hashed(usernameKey);
  return {
    from: (origin: Origin) => `${name}.${hashed(`${usernameKey}\n${origin}`)}`,
    everywhere: `${name}.everywhere`,
    name,
  };
}

/** One second from the fifth failure on, doubling each time. 0 before that, so that a clock running ahead causes no delay. */
function blockedUntil(failures: RawBuilder<number>, now: number): RawBuilder<number> {
  const [first, last] = [sql.lit(FIRST_DELAYED), sql.lit(LONGEST_FROM)];
  const seconds = sql`case when ${failures} >= ${last} then ${sql.lit(LONGEST_S)} else 1 << (${failures} - ${first}) end`;
  return sql`case when ${failures} < ${first} then 0 else cast(${now} as bigint) + 1000 * (${seconds}) end`;
}

/** Attempts later than `ahead` are from before the clock was set back, and cause no delay. */
type Counted = { hash: string; now: number; forgotten: number; ahead: number };

const count = prepared<Counted, unknown>((db, { hash, now, forgotten, ahead }) => {
  const failures = sql<number>`(case when sign_in_attempts.updated_at <= ${forgotten} then 1 else sign_in_attempts.failures + 1 end)`;
  return db
    .insertInto('sign_in_attempts')
    .values({ name_hash: hash, failures: 1, blocked_until: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name_hash')
        .doUpdateSet({ failures, blocked_until: blockedUntil(failures, now), updated_at: now })
        .where((row) =>
          row.or([row('sign_in_attempts.blocked_until', '<=', now), row('sign_in_attempts.updated_at', '>', ahead)]),
        ),
    );
});

const findBlocked = prepared<{ hash: string }, { blocked_until: number }>((db, { hash }) =>
  db.selectFrom('sign_in_attempts').select('blocked_until').where('name_hash', '=', hash),
);

/** Counts the attempt as failed before the password is checked, in one statement, so that parallel guesses count one by one. */
export async function countAttempt(trx: Trx, hash: string, now: number): Promise<number> {
  const times = { now, forgotten: now - FORGOTTEN_AFTER_MS, ahead: now + CLOCK_SKEW_MS };
  const { numAffectedRows } = await count(trx, { hash, ...times });
  if (numAffectedRows === 1n) return 0;
  const { rows } = await findBlocked(trx, { hash });
  return Math.max(1, Math.ceil(((rows[0]?.blocked_until ?? now) - now) / 1000));
}

export async function countOrRefuse(trx: Trx, hash: string, now: number): Promise<void> {
  const seconds = await countAttempt(trx, hash, now);
  if (seconds > 0) throw tooManyRequests(seconds);
}

export const forgetFailures = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db.deleteFrom('sign_in_attempts').where('name_hash', '=', hash),
);

const uncount = prepared<{ hash: string }, unknown>((db, { hash }) =>
  db
    .updateTable('sign_in_attempts')
    .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
    .where('name_hash', '=', hash)
    .where('failures', '>', 0),
);

export async function forgetAllFailures(trx: Trx, keys: Keys, usernameKey: string): Promise<void> {
  const { name } = attemptsAt(keys, usernameKey);
  await trx.deleteFrom('sign_in_attempts').where('name_hash', 'like', `${name}.%`).execute();
}

export const GUESSED_FROM_MANY = guessedSignIns.most + 1;

const countHourly = prepared<Counted, { failures: number }>((db, { hash, now, forgotten, ahead }) => {
  const isOver = sql`(sign_in_attempts.updated_at <= ${forgotten} or sign_in_attempts.updated_at > ${ahead})`;
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

/** Never delays, or strangers could lock the owner out. */
async function countEverywhere(trx: Trx, hash: string, now: number): Promise<number> {
  const times = { now, forgotten: now - guessedSignIns.seconds * 1000, ahead: now + CLOCK_SKEW_MS };
  const { rows } = await countHourly(trx, { hash, ...times });
  return rows[0]?.failures ?? 0;
}

export interface Attempt {
  /** Seconds to wait; if not zero, nothing was counted. */
  readonly waitS: number;
  readonly own: string;
  readonly everywhere: string;
  readonly fromEverywhere: number;
  readonly isKnown: boolean;
}

interface Tried {
  readonly key: string;
  readonly user: UserRow | undefined;
  readonly device: Device | null;
  readonly visitor: Visitor;
}

export async function countSignIn(
  trx: Trx,
  { keys, clock }: Pick<Core, 'keys' | 'clock'>,
  { key, user, device, visitor }: Tried,
): Promise<Attempt> {
  const isKnown = device !== null && user !== undefined && device.knowsPassword(key, user.password_hash);
  const { from, everywhere } = attemptsAt(keys, key);
  const own = from(isKnown ? `device:${device.id}` : `network:${networkOf(visitor.ipAddress)}`);
  const waitS = await countAttempt(trx, own, clock.now());
  const isCounted = waitS === 0 && !isKnown;
  const fromEverywhere = isCounted ? await countEverywhere(trx, everywhere, clock.now()) : 0;
  return { waitS, own, everywhere, fromEverywhere, isKnown };
}

/** Same order as counting, against deadlocks. */
export async function forgetAttempt(trx: Trx, { own, everywhere, fromEverywhere }: Attempt): Promise<void> {
  await forgetFailures(trx, { hash: own });
  if (fromEverywhere > 0) await uncount(trx, { hash: everywhere });
}

/** Takes back only this attempt, because the second step is still missing. */
export async function takeBackAttempt(trx: Trx, { own, everywhere, fromEverywhere }: Attempt): Promise<void> {
  await uncount(trx, { hash: own });
  if (fromEverywhere > 0) await uncount(trx, { hash: everywhere });
}

export function sweepAttempts(db: Db, now: number, closing: AbortSignal): Promise<void> {
  const old = { key: 'name_hash', time: 'updated_at', before: now - FORGOTTEN_AFTER_MS } as const;
  return sweepTable(db, { table: 'sign_in_attempts', ...old }, closing);
}
