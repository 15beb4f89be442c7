import {
  COMPLETE_INFO_PATH,
  SECURITY_CHECK_PATH,
  TERMS_PATH,
  UPDATE_DETAILS_PATH,
} from '../../../contract/redirects/redirects.rules.ts';

export const ADMIN_PATHS = [
  '/admin',
  '/admin/users',
  '/admin/activity',
  '/admin/audit',
  '/admin/guest-activity',
  '/admin/verified',
  '/admin/people',
  '/admin/notifications',
  '/admin/redirects',
  '/admin/api-keys',
  '/admin/settings',
] as const;
export type AdminPath = (typeof ADMIN_PATHS)[number];

export const isAdminPage = (path: string) => ADMIN_PATHS.some((known) => known === path);

/** Not the re-login page: it would end the session that has just begun. */
const ACCOUNT_PATHS: readonly string[] = [COMPLETE_INFO_PATH, UPDATE_DETAILS_PATH, TERMS_PATH, SECURITY_CHECK_PATH];

const LONGEST = 2000;

/** Only exact paths of ours, so this is no open redirect. */
export function allowedReturnUrl(wanted: string | null, isAdmin: boolean): string | null {
  if (!wanted || wanted.length > LONGEST || /[\p{Cc}\s\\]/u.test(wanted)) return null;
  const [path = ''] = wanted.split(/[?#]/, 1);
  return ACCOUNT_PATHS.includes(path) || (isAdmin && isAdminPage(path)) ? wanted : null;
}

const PARAMETER = 'next';

/** A sign-in form shown in place of another page returns to that page. */
export const requestedUrl = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  new URLSearchParams(search).get(PARAMETER) ?? pathname + search;

export function returnParam({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Record<string, string> {
  const wanted = allowedReturnUrl(pathname + search + hash, true);
  return wanted === null || wanted === '/admin' ? {} : { [PARAMETER]: wanted };
}
