import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { inBackground } from '../../lib/api/api.ts';
import { useWasPrerendered } from '../../lib/hydrated.ts';
import { withMessages } from '../../lib/messages.ts';
import { guestState } from './api.ts';
import { fromState, isUnderWay, progress, setProgress } from './progress.ts';
import { storedEmail, storeEmail } from './stored-verification.ts';

const TIMEOUT_MS = 4_000;

export const loadConfirmed = () => withMessages('guestLater', import('./confirmed.tsx'));
export const Confirmed = lazy(() => loadConfirmed().then((file) => ({ default: file.Confirmed })));

const isBlank = () => storedEmail() === '';

let pending: Promise<void> | null = null;

export function prefetchProgress() {
  if (!isBlank()) return;
  pending ??= guestState()
    .then(async (state) => {
      if (state.confirmed) await loadConfirmed();
      setProgress(fromState(state, Date.now()));
    })
    .finally(() => {
      pending = null;
    });
  inBackground(pending);
}

/** Opens the code page if the server says that this browser has a live code. */
export function useResume() {
  const [path, navigate] = useLocation();
  const wasPrerendered = useWasPrerendered();
  const [isReady, setReady] = useState(() => wasPrerendered || !isBlank());

  useEffect(() => {
    if (isReady) return;
    let left = false;
    const resume = () => {
      if (left) return;
      const known = progress.get();
      if (known?.email && isUnderWay(known)) {
        storeEmail(known.email);
        if (path !== VERIFY_CODE_PATH) navigate(VERIFY_CODE_PATH, { replace: true });
      }
      setReady(true);
    };
    const timer = setTimeout(resume, TIMEOUT_MS);
    Promise.resolve(pending).then(resume, resume);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [isReady, path, navigate]);

  return isReady;
}
