import { useEffect, useEffectEvent } from 'react';
import { inBackground } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import { isLive, onNews } from './live/guest-live.ts';

const RESTING_MS = 30_000;

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0);

/** One request at a time, none while hidden or offline; null pauses. With a socket it asks on news, else rarely. */
export function usePolling(ask: () => Promise<void>, everyMs: number | null) {
  const request = useEffectEvent(ask);
  useEffect(() => {
    if (everyMs === null) return;
    let stopped = false;
    let running = false;
    let again = false;
    let wait = everyMs;
    let failed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const scheduleNext = () => {
      clearTimeout(timer);
      if (!stopped && !running) timer = setTimeout(poll, isLive.get() && !failed ? RESTING_MS : wait);
    };
    const poll = async () => {
      if (stopped || running || document.hidden || !navigator.onLine) return;
      clearTimeout(timer);
      running = true;
      again = false;
      wait = everyMs;
      failed = false;
      await inBackground(
        request().catch((error: unknown) => {
          failed = true;
          wait = Math.max(wait, retryAfterMs(error));
          throw error;
        }),
      );
      running = false;
      if (again) poll();
      else scheduleNext();
    };
    const pollNow = () => {
      // The server may have answered the running request before the news.
      again = true;
      poll();
    };

    poll();
    document.addEventListener('visibilitychange', poll);
    addEventListener('online', poll);
    const unsubscribe = [onNews(pollNow), isLive.subscribe(() => (isLive.get() ? pollNow() : scheduleNext()))];
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', poll);
      removeEventListener('online', poll);
      for (const end of unsubscribe) end();
    };
  }, [everyMs]);
}
