import {
  COMPLETE_INFO_PATH,
  SECURITY_CHECK_PATH,
  TERMS_PATH,
  UPDATE_DETAILS_PATH,
} from '../../contract/redirects/redirects.rules.ts';

/** The pages of the back-office. */
export const ADMIN_PATHS = [
  '/admin',
  '/admin/users',
  '/admin/activity',
  '/admin/audit',
  '/admin/guest-activity',
  '/admin/verified',
  '/admin/notifications',
  '/admin/redirects',
  '/admin/settings',
] as const;
export type AdminPath = (typeof ADMIN_PATHS)[number];

export const isAdminPage = (path: string) => ADMIN_PATHS.some((known) => known === path);

/** What users come for by a link. Not the page that ends the session: it would end the one that has just begun. */
const ACCOUNT_PATHS: readonly string[] = [COMPLETE_INFO_PATH, UPDATE_DETAILS_PATH, TERMS_PATH, SECURITY_CHECK_PATH];

const LONGEST = 2000;

/**
 * Where somebody wanted to go before signing in, or null. The path has to be one of ours letter by letter, so whatever
 * follows it, the browser stays here; and one that this person may see.
 */
export function returnAddress(wanted: string | null, isAdmin: boolean): string | null {
  if (!wanted || wanted.length > LONGEST || /[\p{Cc}\s\\]/u.test(wanted)) return null;
  const [path = ''] = wanted.split(/[?#]/, 1);
  return ACCOUNT_PATHS.includes(path) || (isAdmin && isAdminPage(path)) ? wanted : null;
}

const PARAMETER = 'next';

/** What the address of the sign-in page says of it. A sign-in page that stands in for another page says it by its place. */
export const wantedAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  new URLSearchParams(search).get(PARAMETER) ?? pathname + search;

/** For the address of the sign-in page; nothing where signing in leads to the same place anyway. */
export function wantedHere({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Record<string, string> {
  const wanted = returnAddress(pathname + search + hash, true);
  return wanted === null || wanted === '/admin' ? {} : { [PARAMETER]: wanted };
}
