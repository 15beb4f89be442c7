import { sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../clock.ts';
import type { Db, Trx } from '../db/tables.ts';

const MINUTE = 60_000_000;

/** Holds a fifth of the rate and refills a little slower, so that no minute exceeds the rate. In microseconds. */
export function tokenBucket(perMinute: number) {
  const holds = Math.max(1, Math.floor(perMinute / 5));
  const each = Math.ceil(MINUTE / (perMinute - holds + 1));
  return { each, holds: holds * each };
}

export function tokensLeft({ each, holds }: ReturnType<typeof tokenBucket>, usedUntil: number, now: number) {
  const left = Math.floor((now + holds - usedUntil) / each);
  return { left, waitMs: Math.max(0, Math.ceil((usedUntil + each - now - holds) / 1000)) };
}

/** Another process used the rest of the rate. */
export class RateUsedUp extends Error {}

export type SendRate = ReturnType<typeof sendRate>;

export function sendRate(perMinute: number) {
  const bucket = tokenBucket(perMinute);
  const usedAt = (time: number) => {
    const now = sql<number>`cast(${time * 1000} as bigint)`;
    // Further in the future than possible: the clock was set back.
    const latest = time * 1000 + bucket.holds + CLOCK_SKEW_MS * 1000;
    return sql<number>`case when used_until between ${now} and ${latest} then used_until else ${now} end`;
  };
  return {
    /** Not locked, so `take` may find less. */
    async left(db: Db, time: number) {
      const { used } = await db
        .selectFrom('send_rates')
        .select(usedAt(time).as('used'))
        .where('channel', '=', 'mail')
        .executeTakeFirstOrThrow();
      return tokensLeft(bucket, used, time * 1000);
    },
    async take(trx: Trx, count: number, time: number): Promise<void> {
      const used = sql<number>`${usedAt(time)} + ${count * bucket.each}`;
      const { numUpdatedRows } = await trx
        .updateTable('send_rates')
        .set({ used_until: used })
        .where('channel', '=', 'mail')
        .where(sql<boolean>`${used} <= ${time * 1000 + bucket.holds}`)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new RateUsedUp();
    },
  };
}
