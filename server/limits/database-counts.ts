import { sql } from 'kysely';
import { CLOCK_SKEW_MS, isAhead } from '../clock.ts';
import { sweepTable } from '../db/batches.ts';
import { batched, preparedUpsert } from '../db/prepared.ts';
import type { Db, Tables, Trx } from '../db/tables.ts';
import { tooManyRequests } from '../errors.ts';
import type { Count } from './limit.ts';

/** Fixed width, so that SQL finds a time by its position. */
const DIGITS = 13;
const TIME = new RegExp(`\\d{${DIGITS}}`, 'g');
const written = (time: number) => String(time).padStart(DIGITS, '0');

type Taken = Pick<Tables['limit_counts'], 'key' | 'count' | 'resets_at' | 'passed'> & { readonly most: number };

const takeRows = preparedUpsert('limit_counts', ['key', 'most', 'count', 'resets_at', 'passed'], (insert) => {
  const now = sql`cast(excluded.passed as bigint)`;
  const most = sql<number>`excluded.most`;
  const digits = sql.lit(DIGITS);
  const hasRoom = sql<boolean>`limit_counts.count < ${most}`;
  // Later than possible: the clock was set back.
  const ahead = sql<boolean>`limit_counts.resets_at > excluded.resets_at + ${sql.lit(CLOCK_SKEW_MS)}`;
  const over = sql<boolean>`(limit_counts.resets_at <= ${now} or ${ahead})`;
  // When the oldest leaves the window, one more may pass.
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

const take = batched<readonly Taken[], boolean>({
  keysOf: (counts) => counts.map(({ key }) => key),
  async run(db, sets) {
    const taken = new Set<string>();
    const rows = sets.flat().sort((one, other) => (one.key < other.key ? -1 : 1));
    for (const { key } of await takeRows(db, rows)) taken.add(key);
    return sets.map((counts) => counts.every(({ key }) => taken.has(key)));
  },
});

/** Seconds to wait; if not zero, the caller must roll back. */
export async function takeFromLimits(trx: Trx | Db, counts: readonly Count[], now: number): Promise<number> {
  const passed = written(now);
  const rows = counts.map(({ key, most, seconds }) => ({
    key,
    most,
    count: 1,
    resets_at: now + seconds * 1000,
    passed,
  }));
  if (await take(trx, rows)) return 0;
  return Math.max(1, ...(await readLimits(trx, counts, now)).map(({ seconds }) => seconds));
}

export async function demandFromLimits(trx: Trx | Db, counts: readonly Count[], now: number): Promise<void> {
  const seconds = await takeFromLimits(trx, counts, now);
  if (seconds > 0) throw tooManyRequests(seconds);
}

export async function readLimits(db: Trx | Db, counts: readonly Count[], now: number) {
  const keys = counts.map(({ key }) => key);
  const rows = await db.selectFrom('limit_counts').selectAll().where('key', 'in', keys).execute();
  return counts.map(({ key, most, seconds }) => {
    const ms = seconds * 1000;
    const row = rows.find((found) => found.key === key);
    if (row === undefined || isAhead(row.resets_at, now + ms)) return { left: most, seconds: 0 };
    const times = (row.passed.match(TIME) ?? []).map(Number).filter((time) => time + ms > now && !isAhead(time, now));
    const oldest = times[most - 1];
    if (oldest === undefined) return { left: most - times.length, seconds: 0 };
    return { left: 0, seconds: Math.ceil((oldest + ms - now) / 1000) };
  });
}

export const renewLimit = (db: Db, { key, seconds }: Count, now: number) =>
  db
    .updateTable('limit_counts')
    .set({ resets_at: now + seconds * 1000, passed: written(now) })
    .where('key', '=', key)
    .execute();

export const clearLimit = (db: Db, { key }: Count) => db.deleteFrom('limit_counts').where('key', '=', key).execute();

export const sweepLimits = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'limit_counts', key: 'key', time: 'resets_at', before: now }, closing);
