import { CLOCK_SKEW_MS } from '../clock.ts';
import { isPostgres } from '../db/queries.ts';
import type { Trx } from '../db/tables.ts';

const MINUTE = 60_000_000;

/** Holds a fifth of the rate and refills a little slower: no minute, wherever it starts, exceeds it. In microseconds. */
export function tokenBucket(perMinute: number) {
  const holds = Math.max(1, Math.floor(perMinute / 5));
  const each = Math.ceil(MINUTE / (perMinute - holds + 1));
  return { each, holds: holds * each };
}

export function tokensLeft({ each, holds }: ReturnType<typeof tokenBucket>, usedUntil: number, now: number) {
  const left = Math.floor((now + holds - usedUntil) / each);
  return { left, waitMs: Math.max(0, Math.ceil((usedUntil + each - now - holds) / 1000)) };
}

export type SendRate = ReturnType<typeof sendRate>;

/** The tokens left for emails. Locks them until the commit, so that no two processes use the same ones. */
export function sendRate(perMinute: number) {
  const bucket = tokenBucket(perMinute);
  return async (trx: Trx, time: number) => {
    const now = time * 1000;
    const { used_until } = await trx
      .selectFrom('send_rates')
      .select('used_until')
      .where('channel', '=', 'mail')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    // Further ahead than possible: the clock was set back.
    const isPossible = used_until >= now && used_until <= now + bucket.holds + CLOCK_SKEW_MS * 1000;
    const usedUntil = isPossible ? used_until : now;
    const use = (count: number) =>
      trx
        .updateTable('send_rates')
        .set({ used_until: usedUntil + count * bucket.each })
        .where('channel', '=', 'mail')
        .execute();
    return { ...tokensLeft(bucket, usedUntil, now), use };
  };
}
