export const SSO_START_PATH = '/api/auth/sso/start';
/** The operator registers `PUBLIC_URL` plus this path at the provider. */
export const SSO_CALLBACK_PATH = '/api/auth/sso/callback';

export const SSO_PAGES = ['/auth', '/admin/login'] as const;
export type SsoPage = (typeof SSO_PAGES)[number];

/** Worded in the messages `sso`. */
const SSO_FAILURES = [
  'not-linked',
  'suspended',
  'second-factor',
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'taken',
] as const;
export type SsoFailure = (typeof SSO_FAILURES)[number];

export const SSO_PARAMETER = 'sso';

export const isSsoFailure = (code: string | null): code is SsoFailure =>
  SSO_FAILURES.some((failure) => failure === code);
