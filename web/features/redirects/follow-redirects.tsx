import { useLocation } from 'wouter';
import { api } from '../../lib/api.ts';
import { useGuestLive } from '../../lib/guest-live.ts';
import { leaveIfSignedOut } from '../../lib/leave-to-sign-in.ts';
import { usePolling } from '../../lib/use-polling.ts';

const EVERY = 5000;

function Follow() {
  const [, navigate] = useLocation();
  usePolling(async () => {
    const { redirect } = await api('GET /api/user/check-redirect').catch((error: unknown) => {
      leaveIfSignedOut(error);
      throw error;
    });
    // The path of this moment: a one-time redirect comes once, also when the page has changed since it was asked for.
    if (redirect !== null && redirect !== location.pathname) navigate(redirect);
  }, EVERY);
  return null;
}

/** Follows the support team from page to page. Every page asks at once, so a suspended user gets no further. */
export function FollowRedirects() {
  const [path] = useLocation();
  useGuestLive();
  return <Follow key={path} />;
}
