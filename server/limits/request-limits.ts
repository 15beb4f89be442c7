import type { Clock } from '../clock.ts';
import { isPostgres } from '../db/queries.ts';
import type { Db } from '../db/tables.ts';
import { isLocalNetwork, networkOf, wideNetworkOf } from '../visitor/address.ts';
import { takeFromLimits } from './database-counts.ts';
import { WIDE } from './fair-shares.ts';
import type { Limit, Window } from './limit.ts';
import { REQUEST_KEYS } from './limits.ts';
import { MemoryCounts } from './memory-counts.ts';

/** Strangers also count towards their wide network. */
type Caller = 'stranger' | 'known';

/** Seconds to wait; zero if the request may pass. */
export type Take = (address: string, caller: Caller) => number | Promise<number>;

/** One object shape, which V8 reads fast. */
const windowOf = ({ most, seconds }: Window, times = 1): Window => ({ most: most * times, seconds });

export function requestLimits(db: Db, clock: Clock): (route: string, limit: Limit) => Take {
  const counts = new MemoryCounts(REQUEST_KEYS);
  const severalProcesses = isPostgres(db);

  /** Per process only: it stops floods, and needs no precision. */
  const wide = (route: string, limit: Limit) => {
    const ipv4 = windowOf(limit, WIDE.requests.ipv4);
    const ipv6 = windowOf(limit, WIDE.requests.ipv6);
    const windowAt = (address: string) => (address.includes(':') ? ipv6 : ipv4);
    const keyOf = (address: string) => `${wideNetworkOf(address)}:${route}`;
    return {
      /** A private network is one organisation, which may all come at nine in the morning. */
      wait(address: string, now: number): number {
        const ms = counts.wait(keyOf(address), windowAt(address), now);
        return ms > 0 && isLocalNetwork(address) ? 0 : ms;
      },
      add: (address: string, now: number) => counts.add(keyOf(address), windowAt(address), now),
      giveBack: (address: string) => counts.giveBack(keyOf(address)),
    };
  };

  return (route, limit) => {
    const around = wide(route, limit);
    const window = windowOf(limit);
    // A single process can count in memory even for limits kept in the database.
    const isShared = limit.kept === 'database' && severalProcesses;
    return (address, caller) => {
      const now = clock.now();
      const key = `${networkOf(address)}:${route}`;
      const isStranger = caller === 'stranger';
      const ms = Math.max(counts.wait(key, window, now), isStranger ? around.wait(address, now) : 0);
      if (ms > 0) return Math.ceil(ms / 1000);
      // Count in both only if both pass, so that neighbours lose nothing.
      if (isStranger) around.add(address, now);
      if (!isShared) {
        counts.add(key, window, now);
        return 0;
      }
      return takeFromLimits(db, [{ key, ...window }], now).then((seconds) => {
        if (seconds === 0) return 0;
        if (isStranger) around.giveBack(address);
        // Refuse from memory from now on, so that a flood hardly reaches the database.
        counts.exhaust(key, window, now + seconds * 1000, now);
        return seconds;
      });
    };
  };
}
