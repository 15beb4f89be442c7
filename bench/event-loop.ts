import { setTimeout as pass } from 'node:timers/promises';
import { fetched } from '../scripts/ask.ts';

/**
 * Without a pause the watcher would keep a core busy, half of a small machine. A measured stall is shorter by at most
 * this.
 */
const PAUSE_MS = 5;

/** Polls a route without database access: the longest answer is the longest stall of the event loop. */
export function watchEventLoop(url: string) {
  let watching = true;
  let longest = 0;
  const done = (async () => {
    while (watching) {
      longest = Math.max(longest, (await fetched(`${url}/api/guest/check-prompt`)).ms);
      await pass(PAUSE_MS);
    }
  })();
  return async () => {
    watching = false;
    await done;
    return longest;
  };
}
