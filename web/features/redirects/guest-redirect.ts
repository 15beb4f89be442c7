import { lazy, useState } from 'react';
import { useLocation } from 'wouter';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { api } from '../../lib/api.ts';
import { usePolling } from '../../lib/use-polling.ts';
import { storedEmail } from '../verification/stored-verification.ts';
import type { Exit } from './exit-screen.tsx';

/** Few guests see it, so the others need not download it. */
export const ExitScreen = lazy(() => import('./exit-screen.tsx').then((file) => ({ default: file.ExitScreen })));

const EVERY = 5000;

/** Without an address the verify page would send the guest back here, and what was typed would be lost. */
const canShow = (path: string) => path === EMAIL_ENTRY_PATH || (path === VERIFY_CODE_PATH && storedEmail() !== '');

/** Follows the support team inside the flow. An exit is handed to the page, which says goodbye first. */
export function useGuestRedirect(paused = false): Exit | null {
  const [path, navigate] = useLocation();
  const [exit, setExit] = useState<Exit | null>(null);
  usePolling(
    async () => {
      const { redirect, message } = await api('GET /api/guest/check-redirect');
      if (redirect === null || redirect === path) return;
      if (/^https?:\/\//.test(redirect)) setExit({ url: redirect, message, stay: () => setExit(null) });
      else if (canShow(redirect)) navigate(redirect);
    },
    paused || exit ? null : EVERY,
  );
  return exit;
}
