import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, inBackground } from '../../lib/api/api.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { guestState } from './api.ts';
import { isSettled } from './delivery-words.ts';
import { fromState, type Progress, progress, setProgress, withDelivery } from './progress.ts';

const WAITING_MS = 5_000;
const SETTLED_MS = 30_000;

/** `prefetchProgress` may have just fetched the state. */
const FRESH_MS = 2_000;

/** `onState` is called with changes that this page did not make. */
export function useProgress(paused: boolean, onState: (state: Progress) => void) {
  const known = progress.use();
  const [isAsked, setAsked] = useState(false);

  const running = useRef<Promise<unknown>>(undefined);

  const fetchState = async () => {
    try {
      const next = fromState(await guestState(), Date.now());
      setProgress(next);
      return next;
    } finally {
      setAsked(true);
    }
  };
  const refresh = () => {
    const request = fetchState();
    running.current = inBackground(request);
    return request;
  };

  const loadFirst = useEffectEvent(async () => {
    const before = progress.get();
    const isFresh = before !== null && Date.now() - before.askedAt < FRESH_MS;
    if (isFresh) setAsked(true);
    onState(isFresh ? before : await refresh());
  });
  useEffect(() => {
    running.current = inBackground(loadFirst());
  }, []);

  usePolling(
    async () => {
      // The running answer may be older than the news that started this poll.
      await running.current;
      const delivery = await api('GET /api/guest/delivery');
      const before = progress.get();
      const next = before && withDelivery(before, delivery, Date.now());
      if (!next) onState(await refresh());
      else if (next !== before) setProgress(next);
    },
    paused ? null : isSettled(known?.mail?.step) ? SETTLED_MS : WAITING_MS,
  );

  return { known, isAsked, refresh };
}
