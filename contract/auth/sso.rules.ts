export const SSO_START_PATH = '/api/auth/sso/start';
/** Registered at the provider, after `PUBLIC_URL`. */
export const SSO_CALLBACK_PATH = '/api/auth/sso/callback';

export const SSO_PAGES = ['/auth', '/admin/login'] as const;
export type SsoPage = (typeof SSO_PAGES)[number];

export const SSO_FAILURES = {
  'not-linked':
    'Your single sign-on account is not linked to an account here. Sign in with your password and link it in your account.',
  suspended: 'Your account is suspended. Please contact the support team.',
  'second-factor': 'Please sign in with your password and second factor.',
  cancelled: 'Single sign-on was cancelled.',
  expired: 'Single sign-on took too long or was started in another browser. Please try again.',
  failed: 'Single sign-on failed. Please try again, or sign in with your password.',
  unavailable: 'Single sign-on is not available right now. Please try again later, or sign in with your password.',
  taken: 'This single sign-on account is already linked to another account here.',
} as const;
export type SsoFailure = keyof typeof SSO_FAILURES;

export const SSO_PARAMETER = 'sso';

export const isSsoFailure = (code: string | null): code is SsoFailure =>
  code !== null && Object.hasOwn(SSO_FAILURES, code);
