import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { RE_LOGIN_PATH } from '../../../contract/redirects.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { api } from '../../lib/api.ts';
import { useGuestLive } from '../../lib/guest-live.ts';
import { leaveIfSignedOut } from '../../lib/leave-to-sign-in.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { toastSuccess } from '../../ui/overlays/toast.ts';
import { type Asked, AskedNotice } from './asked-notice.tsx';

const EVERY = 5000;

/** Work in the back-office is not interrupted: from there admins go when they want to, and could undo it if it never ended. */
const isBackOffice = (path: string) => path === '/admin' || path.startsWith('/admin/');

function Follow({ onAsked }: { onAsked: (asked: Asked | null) => void }) {
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
      onAsked(redirect === null ? null : { path: redirect, isPersistent });
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
  const [asked, setAsked] = useState<Asked | null>(null);
  useGuestLive();
  const hear = (next: Asked | null) =>
    // What is for once is told once, and stays until the admin has seen to it.
    setAsked((known) => {
      if (next === null) return known?.isPersistent ? null : known;
      return known?.path === next.path ? known : next;
    });
  return (
    <>
      <Follow key={path} onAsked={hear} />
      {asked && isBackOffice(path) && <AskedNotice asked={asked} onDismiss={() => setAsked(dismissed(asked))} />}
    </>
  );
}

/** One that comes with every answer is remembered as dismissed. */
const dismissed = (asked: Asked): Asked | null => (asked.isPersistent ? { ...asked, isDismissed: true } : null);
