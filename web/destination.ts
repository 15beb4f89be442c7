import type { CurrentUser } from '../contract/auth/auth.ts';
import { CLOSED_PATH } from '../contract/redirects/redirects.rules.ts';
import { VERIFY_EMAIL_PATH } from '../contract/registration/registration.rules.ts';
import { MY_DATA_PATH } from '../contract/verification/verification.rules.ts';
import { allowedReturnUrl, isAdminPage, requestedUrl } from './lib/url/return-url.ts';

export type Area =
  | 'guest'
  | 'sign-in'
  | 'account'
  | 'admin'
  | 'admin-denied'
  | 'forced-password-change'
  | 'required-second-factor';

export type Destination = { area: Area } | { redirect: string; reload: boolean };

interface Move {
  readonly from: Area;
  readonly to: Area;
}

/** The back-office is English, everything else in the reader's language. */
export const isInOtherLanguage = ({ from, to }: Move, language: { page: string; reader: string }) =>
  (from === 'admin') !== (to === 'admin') && language.page !== (to === 'admin' ? 'en' : language.reader);

const GUEST_PAGES = ['/user/email-entry', '/user/verify-code', MY_DATA_PATH, CLOSED_PATH, '/redirect'];
const isAdminPath = (path: string) => path === '/admin' || path.startsWith('/admin/');

function forAnonymous(path: string, search: string): Destination {
  if (path === '/' || path === '/user') return { redirect: `/user/email-entry${search}`, reload: false };
  if (GUEST_PAGES.includes(path)) return { area: 'guest' };
  if (isAdminPage(path)) return { area: 'admin-denied' };
  if (path !== '/admin/login' && isAdminPath(path)) return { redirect: '/admin/login', reload: false };
  return { area: 'sign-in' };
}

function forSignedIn(path: string, user: CurrentUser, search: string): Destination {
  // Not `may(…)`: guests would download the table of roles.
  const isOfStaff = user.role !== 'user';
  const wanted = () => allowedReturnUrl(requestedUrl({ pathname: path, search }), isOfStaff);
  if (user.mustChangePassword) return { area: 'forced-password-change' };
  if (user.mustAddSecondFactor) return { area: 'required-second-factor' };
  if (path === '/' || path === '/user') return { redirect: '/user/email-entry', reload: true };
  if (path === '/auth' || path === VERIFY_EMAIL_PATH) return { redirect: wanted() ?? '/', reload: false };
  if (path === '/admin/login') return { redirect: wanted() ?? (isOfStaff ? '/admin' : '/'), reload: false };
  if (isAdminPage(path)) return { area: isOfStaff ? 'admin' : 'admin-denied' };
  return { area: 'account' };
}

export function destinationOf(path: string, user: CurrentUser | null, search = ''): Destination {
  const trimmed = path.replace(/\/+$/, '') || '/';
  const destination = user ? forSignedIn(trimmed, user, search) : forAnonymous(trimmed, search);
  if (trimmed === path || 'redirect' in destination) return destination;
  return { redirect: trimmed + search, reload: false };
}
