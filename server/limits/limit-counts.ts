import { sql } from 'kysely';
import { CLOCK_SKEW_MS, isAhead } from '../clock.ts';
import { sweepTable } from '../db/batches.ts';
import { batched, preparedUpsert } from '../db/prepared.ts';
import type { Db, Tables, Trx } from '../db/tables.ts';

/** At most so many in any time of that length, counted in the database because several processes count together. */
export interface CountedLimit {
  readonly key: string;
  readonly most: number;
  readonly seconds: number;
}

/** Every time is written in as many digits, so that the database finds one of them by its place. */
const DIGITS = 13;
const written = (time: number) => String(time).padStart(DIGITS, '0');

type Taken = Pick<Tables['limit_counts'], 'key' | 'count' | 'resets_at' | 'passed'> & { readonly most: number };

/** One statement for any number of limits; those that have nothing left are not touched. Answers the others. */
const takeRows = preparedUpsert('limit_counts', ['key', 'most', 'count', 'resets_at', 'passed'], (insert) => {
  // What passes now is all that it says.
  const now = sql`cast(excluded.passed as bigint)`;
  const most = sql<number>`excluded.most`;
  const digits = sql.lit(DIGITS);
  const hasRoom = sql<boolean>`limit_counts.count < ${most}`;
  // Later than the next one could be when it has only just passed: the clock was set back since.
  const ahead = sql<boolean>`limit_counts.resets_at > excluded.resets_at + ${sql.lit(CLOCK_SKEW_MS)}`;
  const over = sql<boolean>`(limit_counts.resets_at <= ${now} or ${ahead})`;
  // The oldest of those that fill the limit: when it counts no longer, one more may pass.
  const oldest = sql`cast(nullif(substr(limit_counts.passed, (${most} - 1) * ${digits} + 1, ${digits}), '') as bigint)`;
  const freed = sql<boolean>`${oldest} + (excluded.resets_at - ${now}) <= ${now}`;
  return insert
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          most,
          count: sql`case when ${over} then 1 when ${hasRoom} then limit_counts.count + 1 else limit_counts.count end`,
          resets_at: sql`excluded.resets_at`,
          passed: sql`substr(excluded.passed || limit_counts.passed, 1, ${most} * ${digits})`,
        })
        .where(sql<boolean>`(${over} or ${hasRoom} or ${freed})`),
    )
    .returning('key');
});

/** Of each set of limits, whether all of them had one left. */
const take = batched<readonly Taken[], boolean>({
  keysOf: (limits) => limits.map(({ key }) => key),
  async run(db, sets) {
    const taken = new Set<string>();
    const rows = sets.flat().sort((one, other) => (one.key < other.key ? -1 : 1));
    for (const { key } of await takeRows(db, rows)) taken.add(key);
    return sets.map((limits) => limits.every(({ key }) => taken.has(key)));
  },
});

/**
 * Takes one from each of the limits. Zero when all had one left, otherwise the seconds to wait; then the caller's
 * transaction is to be rolled back, because some of them may have been taken from.
 */
export async function takeFromLimits(trx: Trx | Db, limits: readonly CountedLimit[], now: number): Promise<number> {
  const passed = written(now);
  const rows = limits.map(({ key, most, seconds }) => ({
    ...{ key, most, count: 1, resets_at: now + seconds * 1000, passed },
  }));
  return (await take(trx, rows)) ? 0 : secondsToWait(trx, limits, now);
}

async function secondsToWait(trx: Trx | Db, limits: readonly CountedLimit[], now: number): Promise<number> {
  return Math.max(1, ...(await waitsFor(trx, limits, now)));
}

/** The seconds until each of the limits has one left, zero where it has; nothing is taken. */
export async function waitsFor(db: Trx | Db, limits: readonly CountedLimit[], now: number): Promise<number[]> {
  const keys = limits.map(({ key }) => key);
  const rows = await db.selectFrom('limit_counts').selectAll().where('key', 'in', keys).execute();
  return limits.map(({ key, most, seconds }) => {
    const row = rows.find((found) => found.key === key);
    if (row === undefined || row.count < most || isAhead(row.resets_at, now + seconds * 1000)) return 0;
    const oldest = row.passed.slice((most - 1) * DIGITS, most * DIGITS);
    const until = oldest === '' ? row.resets_at : Number(oldest) + seconds * 1000;
    return Math.max(0, Math.ceil((until - now) / 1000));
  });
}

/** How many more each of the limits would let pass right now. */
export async function leftOfLimits(db: Trx | Db, limits: readonly CountedLimit[], now: number): Promise<number[]> {
  const keys = limits.map(({ key }) => key);
  const rows = await db.selectFrom('limit_counts').selectAll().where('key', 'in', keys).execute();
  return limits.map(({ key, most, seconds }) => {
    const row = rows.find((found) => found.key === key);
    if (row === undefined || row.resets_at <= now || row.resets_at > now + seconds * 1000 + CLOCK_SKEW_MS) return most;
    const passed = row.passed.match(/\d{13}/g) ?? [];
    return Math.max(0, most - passed.filter((time) => Number(time) + seconds * 1000 > now).length);
  });
}

/** The last one counts from now on. */
export const renewLimit = (db: Db, { key, seconds }: CountedLimit, now: number) =>
  db
    .updateTable('limit_counts')
    .set({ resets_at: now + seconds * 1000, passed: written(now) })
    .where('key', '=', key)
    .execute();

export const clearLimit = (db: Db, { key }: CountedLimit) =>
  db.deleteFrom('limit_counts').where('key', '=', key).execute();

export const sweepLimits = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'limit_counts', key: 'key', time: 'resets_at', before: now }, closing);
