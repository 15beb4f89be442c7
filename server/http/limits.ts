import type { Clock } from '../clock.ts';
import { takeFromLimits } from '../db/limit-counts.ts';
import { isPostgres } from '../db/queries.ts';
import type { Db } from '../db/tables.ts';

/** At most `most` requests of one network in any `seconds`, counted for each route on its own. */
export interface Rate {
  readonly most: number;
  readonly seconds: number;
  /** Counted on all processes together: the limit is a promise, whichever answers. Otherwise each counts for itself. */
  readonly shared?: true;
}

/** Counts a request of a network. Zero when it may pass, otherwise the seconds to wait. */
type Take<Seconds> = (network: string) => Seconds;

/** Networks remembered for one route; past it the oldest go, so that memory stays bounded. */
const NETWORKS_MAX = 100_000;

function forgetOldest(networks: Map<string, unknown>): void {
  if (networks.size > NETWORKS_MAX) networks.delete(networks.keys().next().value as string);
}

export function limiterFor(rate: Rate, route: string, db: Db, clock: Clock): Take<number | Promise<number>> {
  // Where there is one process, it counts for all there are.
  return rate.shared && isPostgres(db) ? sharedLimiter(rate, route, db, clock) : limiter(rate, clock);
}

/**
 * A window that slides: it remembers the time of each passed request, so there is no moment at
 * which twice as many get through.
 */
export function limiter(rate: Rate, clock: Clock): Take<number> {
  const passed = new Map<string, number[]>();
  const windowMs = rate.seconds * 1000;
  return (network) => {
    const now = clock.now();
    const known = passed.get(network) ?? [];
    // The clock was set back: nobody waits until it is as late as it has been.
    const times = (known.at(-1) ?? now) > now ? [] : known;
    while (times.length > 0 && (times[0] as number) <= now - windowMs) times.shift();
    if (times.length >= rate.most) return Math.max(1, Math.ceil(((times[0] as number) + windowMs - now) / 1000));
    times.push(now);
    // Set anew, so that the map's order is the order of last use.
    passed.delete(network);
    passed.set(network, times);
    forgetOldest(passed);
    return 0;
  };
}

/**
 * Counts the requests of one route on all processes together, in the database. A network that was refused is refused from
 * memory until the time has come, so that a flood asks the database next to nothing.
 */
function sharedLimiter(rate: Rate, route: string, db: Db, clock: Clock): Take<Promise<number>> {
  const refusedUntil = new Map<string, number>();
  return async (network) => {
    const now = clock.now();
    const known = Math.ceil(((refusedUntil.get(network) ?? now) - now) / 1000);
    // Longer than anybody ever has to wait: the clock was set back since.
    if (known > 0 && known <= rate.seconds) return known;
    refusedUntil.delete(network);
    const seconds = await takeFromLimits(db, [{ key: `rate:${route}:${network}`, ...rate }], now);
    if (seconds > 0) refusedUntil.set(network, now + seconds * 1000);
    forgetOldest(refusedUntil);
    return seconds;
  };
}
