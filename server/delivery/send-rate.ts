import { sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../clock.ts';
import type { Db, Tables, Trx } from '../db/tables.ts';

const MINUTE = 60_000_000;

/**
 * A token bucket with a fifth of the rate, refilled a little slower than the rate: no minute, wherever it starts,
 * exceeds it. Microseconds, because the rate can exceed one per millisecond.
 */
export function tokenBucket(perMinute: number) {
  const holds = Math.max(1, Math.floor(perMinute / 5));
  const each = Math.ceil(MINUTE / (perMinute - holds + 1));
  return { each, holds: holds * each };
}

export function tokensLeft({ each, holds }: ReturnType<typeof tokenBucket>, usedUntil: number, now: number) {
  const left = Math.floor((now + holds - usedUntil) / each);
  return { left, waitMs: Math.max(0, Math.ceil((usedUntil + each - now - holds) / 1000)) };
}

export class RateUsedUp extends Error {
  readonly left: number;
  readonly waitMs: number;

  constructor({ left, waitMs }: ReturnType<typeof tokensLeft>) {
    super('The rate is used up');
    this.left = left;
    this.waitMs = waitMs;
  }
}

export type SendRate = ReturnType<typeof sendRate>;

export function sendRate(channel: Tables['send_rates']['channel'], perMinute: number) {
  const bucket = tokenBucket(perMinute);
  const atTime = (time: number) => {
    const now = sql<number>`cast(${time * 1000} as bigint)`;
    // Further ahead than possible: the clock was set back.
    const latest = time * 1000 + bucket.holds + CLOCK_SKEW_MS * 1000;
    return sql<number>`case when used_until between ${now} and ${latest} then used_until else ${now} end`;
  };

  /** A read without a lock: `take` may find fewer. */
  const left = async (db: Db | Trx, time: number) => {
    const row = await db
      .selectFrom('send_rates')
      .select(atTime(time).as('used'))
      .where('channel', '=', channel)
      .executeTakeFirstOrThrow();
    return tokensLeft(bucket, row.used, time * 1000);
  };

  return {
    left,
    async take(trx: Trx, count: number, time: number): Promise<void> {
      const used = atTime(time);
      const cost = count * bucket.each;
      const { numUpdatedRows } = await trx
        .updateTable('send_rates')
        .set({ used_until: sql`${used} + ${cost}` })
        .where('channel', '=', channel)
        .where(sql<boolean>`${used} + ${cost} <= ${time * 1000 + bucket.holds}`)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new RateUsedUp(await left(trx, time));
    },
  };
}
