import type { Clock } from '../clock.ts';

/** At most `most` requests of one network in any `seconds`, counted for each route on its own. */
export interface Rate {
  readonly most: number;
  readonly seconds: number;
  /** Counted on all processes together: the limit is a promise, whoever answers. Otherwise each counts for itself. */
  readonly shared?: true;
}

export interface RateLimiter {
  /** Zero when the request may pass, otherwise the seconds to wait. */
  take(key: string): number;
}

/** Networks remembered for one route; past it the oldest go, so that memory stays bounded. */
export const KEYS_MAX = 100_000;

/**
 * A window that slides: it remembers the time of each passed request, so there is no moment at
 * which twice as many get through.
 */
export function rateLimiter(rate: Rate, clock: Clock): RateLimiter {
  const passed = new Map<string, number[]>();
  const windowMs = rate.seconds * 1000;
  return {
    take(key) {
      const now = clock.now();
      const known = passed.get(key) ?? [];
      // The clock was set back: nobody waits until it is as late as it has been.
      const times = (known.at(-1) ?? now) > now ? [] : known;
      while (times.length > 0 && (times[0] as number) <= now - windowMs) times.shift();
      if (times.length >= rate.most) return Math.max(1, Math.ceil(((times[0] as number) + windowMs - now) / 1000));
      times.push(now);
      // Set anew, so that the map's order is the order of last use.
      passed.delete(key);
      passed.set(key, times);
      if (passed.size > KEYS_MAX) passed.delete(passed.keys().next().value as string);
      return 0;
    },
  };
}
