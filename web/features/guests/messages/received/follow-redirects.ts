import { lazy, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { VERIFY_CODE_PATH } from '../../../../../contract/verification/verification.rules.ts';
import { api } from '../../../../lib/api/api.ts';
import { useGuestLive } from '../../../../lib/live/guest-live.ts';
import { withMessages } from '../../../../lib/messages.ts';
import { usePolling } from '../../../../lib/use-polling.ts';
import { guestState, logPage, pageAt } from '../../../verification/api.ts';
import { storedEmail, storeEmail } from '../../../verification/stored-verification.ts';
import type { Exit } from './exit-screen.tsx';
import { tellAddressMissing, tellRedirected } from './redirect-notice.tsx';

/** Lazy: few guests see it. */
const screens = () => withMessages('guestLater', import('./exit-screen.tsx'));
export const ExitScreen = lazy(() => screens().then((file) => ({ default: file.ExitScreen })));
export const LeaveScreen = lazy(() => screens().then((file) => ({ default: file.LeaveScreen })));

const EVERY = 5000;

/** The code page needs an email address, maybe from another tab. */
async function canShow(path: string) {
  if (path !== VERIFY_CODE_PATH || storedEmail() !== '') return true;
  const { email } = await guestState();
  if (email !== null) storeEmail(email);
  return email !== null;
}

/** Follows redirects inside the flow and returns an exit, which the page shows. */
export function useGuestRedirect(paused = false): Exit | null {
  const [path, navigate] = useLocation();
  const [exit, setExit] = useState<Exit | null>(null);
  /** The server hands a redirect out once, and the network may fail before the page has followed it. */
  const taken = useRef<string | null>(null);
  /** A persistent redirect is in every answer; the page follows it once. */
  const last = useRef<string | null>(null);

  const follow = async (destination: string) => {
    if (destination === path || !(await canShow(destination))) {
      if (destination !== path) tellAddressMissing(path);
      // So that staff see where the guest is.
      logPage(pageAt(path), storedEmail() || null);
    } else {
      navigate(destination);
      tellRedirected(destination);
    }
  };

  useGuestLive();
  usePolling(
    async () => {
      if (taken.current === null) {
        const { redirect, message, thanks = false } = await api('GET /api/guest/check-redirect');
        const isKnown = redirect === last.current;
        last.current = redirect;
        if (redirect === null || isKnown) return;
        // Only an exit has a message.
        if (message !== null) return setExit({ url: redirect, message, thanks, stay: () => setExit(null) });
        taken.current = redirect;
      }
      await follow(taken.current);
      taken.current = null;
    },
    paused || exit ? null : EVERY,
  );
  return exit;
}
