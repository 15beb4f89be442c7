import { type RawBuilder, sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Db, Trx } from './tables.ts';

/** At most so many in a window, counted in the database because several processes count together. */
export interface CountedLimit {
  readonly key: string;
  readonly most: number;
  readonly seconds: number;
}

/** One statement for any number of limits; those that have nothing left are not touched. */
const statementFor = (count: number) =>
  prepared<Record<string, string | number>, unknown>((db, values) => {
    const { now } = values as { now: number };
    const rows = Array.from({ length: count }, (_, index) => ({
      key: values[`key${index}`] as string,
      count: 1,
      resets_at: values[`resetsAt${index}`] as number,
    }));
    const most = rows.map(({ key }, index) => sql`when ${key} then cast(${values[`most${index}`]} as integer)`);
    const over: RawBuilder<boolean> = sql`limit_counts.resets_at <= ${now}`;
    return db
      .insertInto('limit_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`case when ${over} then 1 else limit_counts.count + 1 end`,
            resets_at: sql`case when ${over} then excluded.resets_at else limit_counts.resets_at end`,
          })
          .where(sql<boolean>`(${over} or limit_counts.count < case excluded.key ${sql.join(most, sql` `)} end)`),
      );
  });

const statements = new Map<number, ReturnType<typeof statementFor>>();

/**
 * Takes one from each of the limits. Zero when all had one left, otherwise the seconds to wait; then the caller's
 * transaction is to be rolled back, because some of them may have been taken from.
 */
export async function takeFromLimits(trx: Trx | Db, limits: readonly CountedLimit[], now: number): Promise<number> {
  const take = statements.get(limits.length) ?? statementFor(limits.length);
  statements.set(limits.length, take);
  const values: Record<string, string | number> = { now };
  for (const [index, { key, most, seconds }] of limits.entries()) {
    values[`key${index}`] = key;
    values[`most${index}`] = most;
    values[`resetsAt${index}`] = now + seconds * 1000;
  }
  const { numAffectedRows } = await take(trx, values);
  if (numAffectedRows === BigInt(limits.length)) return 0;
  return secondsToWait(trx, limits, now);
}

async function secondsToWait(trx: Trx | Db, limits: readonly CountedLimit[], now: number): Promise<number> {
  const keys = limits.map(({ key }) => key);
  const rows = await trx.selectFrom('limit_counts').selectAll().where('key', 'in', keys).execute();
  const full = rows.filter((row) => limits.some(({ key, most }) => key === row.key && row.count >= most));
  return Math.max(1, ...full.map((row) => Math.ceil((row.resets_at - now) / 1000)));
}

export async function sweepLimits(db: Db, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('resets_at', '<=', now).execute();
}
