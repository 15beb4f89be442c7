import type { Clock } from '../clock.ts';
import { takeFromLimits } from '../db/limit-counts.ts';
import type { Db } from '../db/tables.ts';
import { KEYS_MAX, type Rate } from './limits.ts';

export interface SharedRateLimiter {
  /** Zero when the request may pass, otherwise the seconds to wait. */
  take(network: string): Promise<number>;
}

/**
 * Counts the requests of one route on all processes together, in the database. Who was refused is refused from memory
 * until the time has come, so that a flood asks the database next to nothing.
 */
export function sharedRateLimiter(rate: Rate, route: string, db: Db, clock: Clock): SharedRateLimiter {
  const refusedUntil = new Map<string, number>();
  return {
    async take(network) {
      const now = clock.now();
      const known = Math.ceil(((refusedUntil.get(network) ?? now) - now) / 1000);
      // Longer than anybody ever has to wait: the clock was set back since.
      if (known > 0 && known <= rate.seconds) return known;
      refusedUntil.delete(network);
      const seconds = await takeFromLimits(db, [{ key: `rate:${route}:${network}`, ...rate }], now);
      if (seconds > 0) refusedUntil.set(network, now + seconds * 1000);
      if (refusedUntil.size > KEYS_MAX) refusedUntil.delete(refusedUntil.keys().next().value as string);
      return seconds;
    },
  };
}
