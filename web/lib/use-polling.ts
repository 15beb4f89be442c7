import { useEffect, useEffectEvent } from 'react';
import { inBackground } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import { isLive, onNews } from './live/guest-live.ts';

/** How often pages ask that are told when there is something. */
const RESTING_MS = 30_000;

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0);

/**
 * Asks at once and then again and again, one request at a time. Rests while the tab is hidden or offline and asks at once
 * on return; null rests until there is an interval again. On a page with a socket it asks when there is news, and hardly
 * ever otherwise.
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
          // What may have been there is asked for again as soon as without a socket.
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
      // What is on its way may have been answered before there was something.
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
