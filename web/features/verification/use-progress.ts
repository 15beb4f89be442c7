import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inBackground } from '../../lib/api/api.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { codeDelivery, guestState } from './api.ts';
import { isSettled } from './delivery-words.ts';
import { fromState, type Progress, progress, setProgress, withDelivery } from './progress.ts';

/** While the mail is on its way. A page with a socket is told when something has become of it, and hardly asks. */
const WAITING_MS = 5_000;
const SETTLED_MS = 30_000;

/** So long ago the tab may have asked where to begin, and need not ask again. */
const FRESH_MS = 2_000;

/** How it stands with the code and its mail, kept true. `onState` hears what this page did not do itself. */
export function useProgress(paused: boolean, onState: (state: Progress) => void) {
  const known = progress.use();
  /** Whether the server was asked, with or without success. */
  const [isAsked, setAsked] = useState(false);

  const asking = useRef<Promise<unknown>>(undefined);

  const ask = async () => {
    try {
      const next = fromState(await guestState(), Date.now());
      setProgress(next);
      return next;
    } finally {
      setAsked(true);
    }
  };
  const refresh = () => {
    const asked = ask();
    asking.current = inBackground(asked);
    return asked;
  };

  const begin = useEffectEvent(async () => {
    const before = progress.get();
    const isFresh = before !== null && Date.now() - before.askedAt < FRESH_MS;
    if (isFresh) setAsked(true);
    onState(isFresh ? before : await refresh());
  });
  useEffect(() => {
    asking.current = inBackground(begin());
  }, []);

  usePolling(
    async () => {
      // News that come while an answer is on its way may be newer than that one.
      await asking.current;
      const delivery = await codeDelivery();
      const before = progress.get();
      const next = before && withDelivery(before, delivery, Date.now());
      if (!next) onState(await refresh());
      else if (next !== before) setProgress(next);
    },
    paused ? null : isSettled(known?.mail?.step) ? SETTLED_MS : WAITING_MS,
  );

  return { known, isAsked, refresh };
}
