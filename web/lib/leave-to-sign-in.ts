import { api } from './api/api.ts';
import { isSignedOut } from './api/api-error.ts';
import { returnParam } from './url/return-url.ts';

type Reason = 'signed-out' | 're-login';
type SignInPage = '/auth' | '/admin/login';

export const signInPage = (): SignInPage => (location.pathname.startsWith('/admin') ? '/admin/login' : '/auth');

export function signInUrl(page: SignInPage, reason?: Reason) {
  const parameters = new URLSearchParams({ ...(reason && { reason }), ...returnParam(location) });
  return parameters.size > 0 ? `${page}?${parameters}` : page;
}

let expected = false;

/** A call that fails while the user signs out must not navigate elsewhere. */
export function expectSignedOut(yes: boolean) {
  expected = yes;
  // The browser may restore the page from its back/forward cache.
  if (yes) addEventListener('pageshow', () => expectSignedOut(false), { once: true });
}

export function leaveToSignIn() {
  if (!expected) location.replace(signInUrl(signInPage(), 'signed-out'));
}

/** Asks again first: the session's token may have changed during the failed call. */
export function leaveIfSignedOut(error: unknown) {
  if (!isSignedOut(error)) return;
  api('GET /api/auth/user').catch((again: unknown) => {
    if (isSignedOut(again)) leaveToSignIn();
  });
}
