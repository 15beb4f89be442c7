import { sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Db, Trx } from './tables.ts';

/** At most so many in a window, counted in the database because several processes count together. */
export interface CountedLimit {
  readonly most: number;
  readonly seconds: number;
}

const take = prepared<{ key: string; now: number; resetsAt: number; most: number }, unknown>(
  (db, { key, now, resetsAt, most }) => {
    const over = sql<boolean>`limit_counts.resets_at <= ${now}`;
    return db
      .insertInto('limit_counts')
      .values({ key, count: 1, resets_at: resetsAt })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`case when ${over} then 1 else limit_counts.count + 1 end`,
            resets_at: sql`case when ${over} then cast(${resetsAt} as bigint) else limit_counts.resets_at end`,
          })
          .where(sql<boolean>`(${over} or limit_counts.count < ${most})`),
      );
  },
);

/** Takes one from the limit in one statement. Zero when there was one left, otherwise the seconds to wait. */
export async function takeFromLimit(trx: Trx | Db, key: string, limit: CountedLimit, now: number): Promise<number> {
  const resetsAt = now + limit.seconds * 1000;
  const { numAffectedRows } = await take(trx, { key, now, resetsAt, most: limit.most });
  if (numAffectedRows === 1n) return 0;
  const row = await trx.selectFrom('limit_counts').select('resets_at').where('key', '=', key).executeTakeFirst();
  return Math.max(1, Math.ceil(((row?.resets_at ?? now) - now) / 1000));
}

export async function sweepLimits(db: Db, now: number): Promise<void> {
  await db.deleteFrom('limit_counts').where('resets_at', '<=', now).execute();
}
