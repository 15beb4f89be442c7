import { useEffect, useEffectEvent } from 'react';
import { inBackground } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import { isLive, onNews } from './live/guest-live.ts';

/** The interval while the socket announces news. */
const RESTING_MS = 30_000;

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0);

/**
 * Polls at once and then every `everyMs` (null pauses), one request at a time, not while hidden or offline. With a
 * socket it polls on news and rarely otherwise.
 */
export function usePolling(ask: () => Promise<void>, everyMs: number | null) {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (everyMs === null) return;
    let stopped = false;
    let asking = false;
    let again = false;
    let wait = everyMs;
    let failed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const rest = () => {
      clearTimeout(timer);
      if (!stopped && !asking) timer = setTimeout(round, isLive.get() && !failed ? RESTING_MS : wait);
    };
    const round = async () => {
      if (stopped || asking || document.hidden || !navigator.onLine) return;
      clearTimeout(timer);
      asking = true;
      again = false;
      wait = everyMs;
      failed = false;
      await inBackground(
        askNow().catch((error: unknown) => {
          failed = true;
          wait = Math.max(wait, retryAfterMs(error));
          throw error;
        }),
      );
      asking = false;
      if (again) round();
      else rest();
    };
    const hear = () => {
      // The running request may have been answered before the news.
      again = true;
      round();
    };

    round();
    document.addEventListener('visibilitychange', round);
    addEventListener('online', round);
    const unsubscribe = [onNews(hear), isLive.subscribe(() => (isLive.get() ? hear() : rest()))];
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', round);
      removeEventListener('online', round);
      for (const end of unsubscribe) end();
    };
  }, [everyMs]);
}
