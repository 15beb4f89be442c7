import { useLocation } from 'wouter';
import { RE_LOGIN_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { api } from '../../lib/api/api.ts';
import { leaveIfSignedOut } from '../../lib/leave-to-sign-in.ts';
import { useGuestLive } from '../../lib/live/guest-live.ts';
import { messages } from '../../lib/messages.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { toastSuccess } from '../../ui/overlays/toast.ts';
import { type AskedState, askedIn } from './asked-banner.tsx';
import { hearOfPage } from './asked-page.ts';

const EVERY = 5000;

/** In the back-office a notice replaces the redirect, so that work is not interrupted. */
const isBackOffice = (path: string) => path === '/admin' || path.startsWith('/admin/');

function Follow() {
  const [path, navigate] = useLocation();
  usePolling(async () => {
    const { redirect, ...asked } = await api('GET /api/user/check-redirect').catch((error: unknown) => {
      leaveIfSignedOut(error);
      throw error;
    });
    const state: AskedState = { asked };
    const known = askedIn(history.state);
    // Re-login applies to admins in the back-office as well.
    if (isBackOffice(path) && redirect !== RE_LOGIN_PATH) {
      hearOfPage(redirect, asked);
    } else if (redirect === null) {
      if (!known?.isPersistent) return;
      const { title, text } = messages().signedIn.asked.over;
      toastSuccess(title, text);
      navigate(EMAIL_ENTRY_PATH, { replace: true });
      // Compares with the current page, which may have changed since the request.
    } else if (redirect !== location.pathname) {
      navigate(redirect, { state });
    } else if (known?.reason !== asked.reason || known.isPersistent !== asked.isPersistent) {
      navigate(redirect, { state, replace: true });
    }
  }, EVERY);
  return null;
}

/** Asks anew on every page, so that a suspended user gets no further. */
export function FollowRedirects() {
  const [path] = useLocation();
  useGuestLive();
  return <Follow key={path} />;
}
