import { isSignedOut } from './api-error.ts';

type Reason = 'signed-out' | 're-login';

/** The sign-in page, which says why it is shown. */
export const signInAddress = (page: '/auth' | '/admin/login', reason: Reason) => `${page}?reason=${reason}`;

let expected = false;

/** A user who signs out is on the way already: a call that is refused meanwhile must not lead elsewhere. */
export function expectSignedOut(yes: boolean) {
  expected = yes;
  // The browser can bring back a page that was left; that page expects no sign-out any more.
  if (yes) addEventListener('pageshow', () => expectSignedOut(false), { once: true });
}

/** The session ended behind the page's back. The sign-in page says so. */
export function leaveToSignIn() {
  if (expected) return;
  location.replace(signInAddress(location.pathname.startsWith('/admin') ? '/admin/login' : '/auth', 'signed-out'));
}

export function leaveIfSignedOut(error: unknown) {
  if (isSignedOut(error)) leaveToSignIn();
}
