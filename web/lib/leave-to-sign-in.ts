import { api } from './api/api.ts';
import { isSignedOut } from './api/api-error.ts';
import { wantedHere } from './return-address.ts';

type Reason = 'signed-out' | 're-login';
type SignInPage = '/auth' | '/admin/login';

/** Which of the two belongs to the page that is shown. */
export const signInPage = (): SignInPage => (location.pathname.startsWith('/admin') ? '/admin/login' : '/auth');

/** The sign-in page, which says why it is shown, and leads back to where people wanted to be. */
export function signInAddress(page: SignInPage, reason?: Reason) {
  const parameters = new URLSearchParams({ ...(reason && { reason }), ...wantedHere(location) });
  return parameters.size > 0 ? `${page}?${parameters}` : page;
}

let expected = false;

/** A user who signs out is on the way already: a call that is refused meanwhile must not lead elsewhere. */
export function expectSignedOut(yes: boolean) {
  expected = yes;
  // The browser can bring back a page that was left; that page expects no sign-out any more.
  if (yes) addEventListener('pageshow', () => expectSignedOut(false), { once: true });
}

/** The session ended behind the page's back. The sign-in page says so. */
export function leaveToSignIn() {
  if (!expected) location.replace(signInAddress(signInPage(), 'signed-out'));
}

/** A call may have been on its way while the session got another token: only who is really nobody is led away. */
export function leaveIfSignedOut(error: unknown) {
  if (!isSignedOut(error)) return;
  api('GET /api/auth/user').catch((again: unknown) => {
    if (isSignedOut(again)) leaveToSignIn();
  });
}
