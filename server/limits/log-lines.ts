import { type Clock, isLongAgo } from '../clock.ts';
import type { Log } from '../process/log.ts';
import type { Window } from './limit.ts';

/** Strangers can cause any number of lines. Beyond the limit, only their number is logged. */
export function logLines(log: Log, clock: Clock, { most, seconds }: Window, leftOut: string): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return () => {
    const now = clock.now();
    if (isLongAgo(since, seconds * 1000, now)) {
      if (count > most) log.info({ left: count - most }, leftOut);
      since = now;
      count = 0;
    }
    count += 1;
    return count <= most;
  };
}
