import { useLayoutEffect, useState } from 'react';

const secondsUntil = (time: number | null) =>
  time === null ? null : Math.max(0, Math.ceil((time - Date.now()) / 1000));

/** Reads the clock each time, because timers stop on a sleeping phone. */
export function useSecondsLeft(time: number | null): number | null {
  const [left, setLeft] = useState(() => secondsUntil(time));
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setLeft(secondsUntil(time));
      const ms = time === null ? 0 : time - Date.now();
      // Ticks when the shown second ends, so that none is skipped.
      if (ms > 0) timer = setTimeout(tick, ms % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [time]);
  return left;
}
