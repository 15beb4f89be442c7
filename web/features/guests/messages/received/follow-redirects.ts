import { lazy, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CLOSED_PATH } from '../../../../../contract/redirects/redirects.rules.ts';
import { VERIFY_CODE_PATH } from '../../../../../contract/verification/verification.rules.ts';
import { api } from '../../../../lib/api/api.ts';
import { useGuestLive } from '../../../../lib/live/guest-live.ts';
import { usePolling } from '../../../../lib/use-polling.ts';
import { guestState, logPage, pageAt } from '../../../verification/api.ts';
import { storedEmail, storeEmail } from '../../../verification/stored-verification.ts';
import type { Exit } from './exit-screen.tsx';
import { tellAddressMissing, tellRedirected } from './redirect-notice.tsx';

/** Few guests see it, so the others need not download it. */
const screens = () => import('./exit-screen.tsx');
export const ExitScreen = lazy(() => screens().then((file) => ({ default: file.ExitScreen })));
export const LeaveScreen = lazy(() => screens().then((file) => ({ default: file.LeaveScreen })));

const EVERY = 5000;

/** The address may have been entered in another tab of this browser. */
async function hasAddress() {
  if (storedEmail() !== '') return true;
  const { email } = await guestState();
  if (email !== null) storeEmail(email);
  return email !== null;
}

/** Out of the flow: to the exit address, or to the page that says that this is the end. */
const isExit = (destination: string) => destination === CLOSED_PATH || /^https?:\/\//.test(destination);

/** Without an address the verify page would send the guest back, and what was typed would be lost. */
const canShow = async (path: string) => path !== VERIFY_CODE_PATH || hasAddress();

/** Follows the support team inside the flow. An exit is handed to the page, which says goodbye first. */
export function useGuestRedirect(paused = false): Exit | null {
  const [path, navigate] = useLocation();
  const [exit, setExit] = useState<Exit | null>(null);
  /** The server hands a redirect out once, and the network may fail before the page has followed it. */
  const taken = useRef<string | null>(null);
  /** A persistent redirect comes with every answer; the page acts on it once. */
  const last = useRef<string | null>(null);

  const follow = async (destination: string) => {
    if (destination === path || !(await canShow(destination))) {
      if (destination !== path) tellAddressMissing(path);
      // The support team sees where the guest is now.
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
        const { redirect, message } = await api('GET /api/guest/check-redirect');
        const isKnown = redirect === last.current;
        last.current = redirect;
        if (redirect === null || isKnown) return;
        if (isExit(redirect)) return setExit({ url: redirect, message, stay: () => setExit(null) });
        taken.current = redirect;
      }
      await follow(taken.current);
      taken.current = null;
    },
    paused || exit ? null : EVERY,
  );
  return exit;
}
