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

/** Work in the back-office is not interrupted. */
const isBackOffice = (path: string) => path === '/admin' || path.startsWith('/admin/');

function Follow() {
  const [path, navigate] = useLocation();
  const held = useRef(false);
  usePolling(async () => {
    const { redirect, isPersistent } = await api('GET /api/user/check-redirect').catch((error: unknown) => {
      leaveIfSignedOut(error);
      throw error;
    });
    // Re-login applies to admins in the back-office as well.
    if (isBackOffice(path) && redirect !== RE_LOGIN_PATH) {
      hearOfPage(redirect, isPersistent);
    } else if (redirect === null && held.current) {
      toastSuccess('You can go on', 'The support team asks for nothing more here.');
      navigate(EMAIL_ENTRY_PATH);
    } else {
      held.current = isPersistent && redirect === location.pathname;
      // Read now: the page may have changed since the request.
      if (redirect !== null && redirect !== location.pathname) navigate(redirect);
    }
  }, EVERY);
  return null;
}

/** Asks on every page, so a suspended user gets no further. */
export function FollowRedirects() {
  const [path] = useLocation();
  useGuestLive();
  return <Follow key={path} />;
}
