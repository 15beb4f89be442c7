import { useRef } from 'react';
import { useLocation } from 'wouter';
import { RE_LOGIN_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { api } from '../../lib/api/api.ts';
import { leaveIfSignedOut } from '../../lib/leave-to-sign-in.ts';
import { useGuestLive } from '../../lib/live/guest-live.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { toastSuccess } from '../../ui/overlays/toast.ts';
import { hearOfPage } from './asked-page.ts';

const EVERY = 5000;

/** Work in the back-office is not interrupted: from there admins go when they want to, and could undo it if it never ended. */
const isBackOffice = (path: string) => path === '/admin' || path.startsWith('/admin/');

function Follow() {
  const [path, navigate] = useLocation();
  /** The page is the one that every session is sent to. */
  const held = useRef(false);
  usePolling(async () => {
    const { redirect, isPersistent } = await api('GET /api/user/check-redirect').catch((error: unknown) => {
      leaveIfSignedOut(error);
      throw error;
    });
    // Signing in again holds nobody, so it is for admins at their work as well.
    if (isBackOffice(path) && redirect !== RE_LOGIN_PATH) {
      hearOfPage(redirect, isPersistent);
    } else if (redirect === null && held.current) {
      toastSuccess('You can go on', 'The support team asks for nothing more here.');
      navigate(EMAIL_ENTRY_PATH);
    } else {
      held.current = isPersistent && redirect === location.pathname;
      // The path of this moment: a one-time redirect comes once, also when the page has changed since it was asked for.
      if (redirect !== null && redirect !== location.pathname) navigate(redirect);
    }
  }, EVERY);
  return null;
}

/** Follows the support team from page to page. Every page asks at once, so a suspended user gets no further. */
export function FollowRedirects() {
  const [path] = useLocation();
  useGuestLive();
  return <Follow key={path} />;
}
