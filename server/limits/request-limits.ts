import type { Clock } from '../clock.ts';
import { isPostgres } from '../db/queries.ts';
import type { Db } from '../db/tables.ts';
import { isLocalNetwork, networkOf, wideNetworkOf } from '../visitor/address.ts';
import { takeFromLimits } from './database-counts.ts';
import { WIDE } from './fair-shares.ts';
import type { Limit, Window } from './limit.ts';
import { REQUEST_KEYS } from './limits.ts';
import { MemoryCounts } from './memory-counts.ts';

/** Requests of strangers count against their wide network too. */
type Caller = 'stranger' | 'known';

/** Counts a request from an address. Zero when it may pass, otherwise the seconds to wait. */
export type Take = (address: string, caller: Caller) => number | Promise<number>;

/** Counts see one shape of object on every request: reading it stays fast. */
const windowOf = ({ most, seconds }: Window, times = 1): Window => ({ most: most * times, seconds });

const inSeconds = (ms: number) => Math.ceil(ms / 1000);

/** The limits of all routes, in one memory. */
export function requestLimits(db: Db, clock: Clock): (route: string, limit: Limit) => Take {
  const counts = new MemoryCounts(REQUEST_KEYS);
  const severalProcesses = isPostgres(db);

  /** Each process counts wide networks for itself: that limit keeps floods out and is no promise. */
  const wide = (route: string, limit: Limit) => {
    const ipv4 = windowOf(limit, WIDE.requests.ipv4);
    const ipv6 = windowOf(limit, WIDE.requests.ipv6);
    const windowAt = (address: string) => (address.includes(':') ? ipv6 : ipv4);
    const keyOf = (address: string) => `${wideNetworkOf(address)}:${route}`;
    return {
      /** Neighbours in a private network are the machines of one house, and all of them may come at nine in the morning. */
      wait(address: string, now: number): number {
        const ms = counts.wait(keyOf(address), windowAt(address), now);
        return ms > 0 && isLocalNetwork(address) ? 0 : ms;
      },
      add: (address: string, now: number) => counts.add(keyOf(address), windowAt(address), now),
      giveBack: (address: string) => counts.giveBack(keyOf(address)),
    };
  };

  /** A request counts in both limits only if it passes both: a network that is refused uses up nothing of its neighbours'. */
  const inMemory = (route: string, limit: Limit): Take => {
    const around = wide(route, limit);
    const window = windowOf(limit);
    return (address, caller) => {
      const now = clock.now();
      const key = `${networkOf(address)}:${route}`;
      const ms = Math.max(counts.wait(key, window, now), caller === 'stranger' ? around.wait(address, now) : 0);
      if (ms > 0) return inSeconds(ms);
      counts.add(key, window, now);
      if (caller === 'stranger') around.add(address, now);
      return 0;
    };
  };

  /** A network that was refused is refused from memory until its time has come, so that a flood hardly asks the database. */
  const inDatabase = (route: string, limit: Limit): Take => {
    const around = wide(route, limit);
    const window = windowOf(limit);
    return async (address, caller) => {
      const now = clock.now();
      const key = `${networkOf(address)}:${route}`;
      const ms = Math.max(counts.wait(key, window, now), caller === 'stranger' ? around.wait(address, now) : 0);
      if (ms > 0) return inSeconds(ms);
      // Before the database is asked, so that requests that arrive meanwhile see it.
      if (caller === 'stranger') around.add(address, now);
      const wait = await takeFromLimits(db, [{ key, ...window }], now);
      if (wait === 0) return 0;
      if (caller === 'stranger') around.giveBack(address);
      counts.exhaust(key, window, now + wait * 1000, now);
      return wait;
    };
  };

  // A single process counts for all there are.
  return (route, limit) =>
    limit.kept === 'database' && severalProcesses ? inDatabase(route, limit) : inMemory(route, limit);
}
