import { useEffect } from 'react';
import type { GuestPage } from '../../../contract/verification.rules.ts';
import { api, inBackground } from '../../lib/api.ts';

export const logPage = (page: GuestPage, email: string | null) =>
  inBackground(api('POST /api/guest/log-activity', { body: { page, email } }));

/** The support team sees on which page a guest is. */
export function usePageLog(page: GuestPage, email: string | null = null) {
  useEffect(() => {
    logPage(page, email);
  }, [page, email]);
}
