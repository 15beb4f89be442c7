import { useSyncExternalStore } from 'react';

/** A hook that tells the time anew every so often. One timer serves the whole page, while anybody looks. */
export function clockOf(everyMs: number) {
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
