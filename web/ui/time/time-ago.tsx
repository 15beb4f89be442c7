import { useSyncExternalStore } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { formatDateTime, isLongAgo, timeAgo } from './format.ts';

/** One timer for all components that show the time. */
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

const useMinute = clockOf(60_000);

export const useSecond = clockOf(1000);

export function TimeAgo({ at }: { at: string }) {
  const now = useMinute();
  const { text, title } = timeAgo(at, now, useMessages().shared.timeAgo);
  return (
    <time dateTime={at} title={title} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  );
}

/** "5 Nov 2026, 14:03 (2h ago)", or only the date once the relative time would be a date too. */
export function DateTimeAgo({ at }: { at: string }) {
  const now = useMinute();
  if (isLongAgo(Date.parse(at), now)) return <time dateTime={at}>{formatDateTime(at)}</time>;
  return (
    <>
      {formatDateTime(at)} (<TimeAgo at={at} />)
    </>
  );
}
