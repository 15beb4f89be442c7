import { useEffect, useEffectEvent } from 'react';
import { inBackground } from './api.ts';
import { ApiError } from './api-error.ts';

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0);

/**
 * Asks at once and then again and again, one request at a time. Rests while the tab is hidden or
 * offline and asks at once on return; null rests until there is an interval again.
 */
export function usePolling(ask: () => Promise<void>, everyMs: number | null) {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (everyMs === null) return;
    let stopped = false;
    let asking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const round = async () => {
      if (stopped || asking || document.hidden || !navigator.onLine) return;
      clearTimeout(timer);
      asking = true;
      let wait = everyMs;
      await inBackground(
        askNow().catch((error: unknown) => {
          wait = Math.max(wait, retryAfterMs(error));
          throw error;
        }),
      );
      asking = false;
      if (!stopped) timer = setTimeout(round, wait);
    };

    round();
    document.addEventListener('visibilitychange', round);
    addEventListener('online', round);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', round);
      removeEventListener('online', round);
    };
  }, [everyMs]);
}
