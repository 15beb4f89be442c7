import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { inBackground } from '../../lib/api/api.ts';
import { useWasPrerendered } from '../../lib/hydrated.ts';
import { guestState } from './api.ts';
import { loadConfirmed } from './confirmed-lazy.ts';
import { fromState, isUnderWay, progress, setProgress } from './progress.ts';
import { storedEmail, storeEmail } from './stored-verification.ts';

/** After this, the guest starts over. */
const PATIENCE_MS = 4_000;

const isBlank = () => storedEmail() === '';

let asking: Promise<void> | null = null;

/** In parallel with the gate's own request. */
export function askWhereToBegin() {
  if (!isBlank()) return;
  asking ??= guestState()
    .then(async (state) => {
      if (state.confirmed) await loadConfirmed();
      setProgress(fromState(state, Date.now()));
    })
    .finally(() => {
      asking = null;
    });
  inBackground(asking);
}

/**
 * Opens the page where the server knows this browser to be. False while unknown. Only new browsers get a prerendered
 * page.
 */
export function useLanding() {
  const [path, navigate] = useLocation();
  const wasPrerendered = useWasPrerendered();
  const [hasLanded, setLanded] = useState(() => wasPrerendered || !isBlank());

  useEffect(() => {
    if (hasLanded) return;
    let left = false;
    const land = () => {
      if (left) return;
      const known = progress.get();
      if (known?.email && isUnderWay(known)) {
        storeEmail(known.email);
        if (path !== VERIFY_CODE_PATH) navigate(VERIFY_CODE_PATH, { replace: true });
      }
      setLanded(true);
    };
    const timer = setTimeout(land, PATIENCE_MS);
    Promise.resolve(asking).then(land, land);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [hasLanded, path, navigate]);

  return hasLanded;
}
