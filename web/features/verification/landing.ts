import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { inBackground } from '../../lib/api/api.ts';
import { useWasPrerendered } from '../../lib/hydrated.ts';
import { guestState } from './api.ts';
import { loadConfirmed } from './confirmed-lazy.ts';
import { fromState, isUnderWay, progress, setProgress } from './progress.ts';
import { storedEmail, storeEmail } from './stored-verification.ts';

/** Who cannot be told where they were is not kept from beginning anew. */
const PATIENCE_MS = 4_000;

/** Whether this tab knows nothing of its own: it is new, or the flow is over. */
const isBlank = () => storedEmail() === '';

let asking: Promise<void> | null = null;

/** Asked while the gate is asked as well, so that nobody waits for one after the other. */
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
 * A tab that knows nothing goes on where the server knows this browser to be. Answers whether the page can be shown. Where the
 * server has drawn it, this browser is at the beginning.
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
