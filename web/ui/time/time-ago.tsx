import { useSyncExternalStore } from 'react';
import { formatDateTime, relativeTime } from './format.ts';

/** A hook that tells the time anew every so often. One timer serves the whole page, as long as something shows it. */
function clockOf(everyMs: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      now = Date.now();
      timer = setInterval(tick, everyMs);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) clearInterval(timer);
    };
  };
  return () => useSyncExternalStore(subscribe, () => now);
}

/** The time, a minute exact. */
const useMinute = clockOf(60_000);

/** The time, a second exact, for what is watched while it lasts. */
export const useSecond = clockOf(1000);

/** How long ago; the exact time is in the tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const now = useMinute();
  return (
    <time dateTime={at} title={formatDateTime(at)} className="tabular-nums">
      {relativeTime(Date.parse(at), now)}
    </time>
  );
}
