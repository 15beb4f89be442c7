import type { Clock } from '../clock.ts';
import { isPostgres } from '../db/queries.ts';
import type { Db } from '../db/tables.ts';
import { isLocalNetwork, networkOf, wideNetworkOf } from '../visitor/address.ts';
import { takeFromLimits } from './limit-counts.ts';
import { SlidingCounts } from './sliding-counts.ts';

/** At most `most` requests of one network in any `seconds`, counted for each route on its own. */
export interface Rate {
  readonly most: number;
  readonly seconds: number;
  /** Counted on all processes together: the limit is a promise, whichever answers. Otherwise each counts for itself. */
  readonly shared?: true;
}

/** Whose requests count against their wide network too. */
type Caller = 'stranger' | 'known';

/** Counts a request from an address. Zero when it may pass, otherwise the seconds to wait. */
export type Take = (address: string, caller: Caller) => number | Promise<number>;

/** Networks that all limits of the process remember together: about ten megabytes. */
const NETWORKS_MAX = 20_000;

/**
 * Whoever has a /48 has 65,536 networks of the size that limits count by, so the /48 has a limit as well, and so has a /24. The
 * /24 gets more of it: offices and mobile carriers put people who know nothing of each other behind neighbouring addresses.
 */
const NETWORKS_IN_A_48 = 8;
const NETWORKS_IN_A_24 = 16;

const inSeconds = (ms: number) => Math.ceil(ms / 1000);

/** The limits of all routes, in one memory. */
export function createLimits(db: Db, clock: Clock): (route: string, rate: Rate) => Take {
  const counts = new SlidingCounts(NETWORKS_MAX);
  const severalProcesses = isPostgres(db);

  /** A wide network is counted by each process for itself: its limit is a dam, not a promise. */
  const wide = (route: string, { most, seconds }: Rate) => {
    const span = (address: string) => ({
      most: most * (address.includes(':') ? NETWORKS_IN_A_48 : NETWORKS_IN_A_24),
      ms: seconds * 1000,
    });
    const keyOf = (address: string) => `${route} ${wideNetworkOf(address)}`;
    return {
      /** Neighbours in a private network are the machines of one house, and all of them may come at nine in the morning. */
      wait(address: string, now: number): number {
        const ms = counts.wait(keyOf(address), span(address), now);
        return ms > 0 && isLocalNetwork(address) ? 0 : ms;
      },
      add: (address: string, now: number) => counts.add(keyOf(address), span(address), now),
      giveBack: (address: string) => counts.giveBack(keyOf(address)),
    };
  };

  /** Only what passes both limits counts in either, so that one network that is refused uses up nothing of its neighbours'. */
  const own = (route: string, rate: Rate): Take => {
    const span = { most: rate.most, ms: rate.seconds * 1000 };
    const around = wide(route, rate);
    return (address, caller) => {
      const now = clock.now();
      const key = `${route} ${networkOf(address)}`;
      const ms = Math.max(counts.wait(key, span, now), caller === 'stranger' ? around.wait(address, now) : 0);
      if (ms > 0) return inSeconds(ms);
      counts.add(key, span, now);
      if (caller === 'stranger') around.add(address, now);
      return 0;
    };
  };

  /**
   * Counts the requests of one route on all processes together, in the database. A network that was refused is refused from
   * memory until the time has come, so that a flood asks the database next to nothing.
   */
  const shared = (route: string, rate: Rate): Take => {
    const span = { most: rate.most, ms: rate.seconds * 1000 };
    const around = wide(route, rate);
    return async (address, caller) => {
      const now = clock.now();
      const key = `rate:${route}:${networkOf(address)}`;
      const ms = Math.max(counts.wait(key, span, now), caller === 'stranger' ? around.wait(address, now) : 0);
      if (ms > 0) return inSeconds(ms);
      // Before the database is asked: those that arrive meanwhile are to see it.
      if (caller === 'stranger') around.add(address, now);
      const seconds = await takeFromLimits(db, [{ key, ...rate }], now);
      if (seconds === 0) return 0;
      if (caller === 'stranger') around.giveBack(address);
      counts.exhaust(key, span, now + seconds * 1000, now);
      return seconds;
    };
  };

  // Where there is one process, it counts for all there are.
  return (route, rate) => (rate.shared && severalProcesses ? shared(route, rate) : own(route, rate));
}
