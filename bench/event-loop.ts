import { setTimeout as pass } from 'node:timers/promises';
import { fetched } from '../scripts/ask.ts';

/**
 * Without it the watcher alone would keep a core busy, and half of a small machine would be missing where something is
 * measured meanwhile. A standstill looks shorter by this at most.
 */
const PAUSE_MS = 5;

/** Asks something that needs no database, again and again: how long it ever takes is how long the event loop stood still. */
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
