import type { CaptchaProvider } from '../captcha/captcha.ts';
import { EMAIL_ENTRY_PATH } from '../verification/verification.rules.ts';

/** People can type before the script has loaded. */
export const PRERENDERED_PATHS = [EMAIL_ENTRY_PATH, '/auth', '/admin/login'] as const;
export type PrerenderedPath = (typeof PRERENDERED_PATHS)[number];

export const PRERENDERED_TITLES: Readonly<Record<PrerenderedPath, string>> = {
  [EMAIL_ENTRY_PATH]: 'Welcome',
  '/auth': 'Sign in',
  '/admin/login': 'Admin sign in',
};

export const titleOf = (page: string, organisation: string) => `${page} · ${organisation}`;

export interface PrerenderedLook {
  readonly singleSignOn: boolean;
  readonly captcha: { readonly provider: CaptchaProvider };
}

export const ORGANISATION_PLACEHOLDER = '{{organisation}}';

export type PrerenderedPages = Readonly<Record<string, { readonly html: string; readonly styles: string }>>;

/** All captchas but ALTCHA take the same room. */
export const prerenderedPageKey = (path: PrerenderedPath, { singleSignOn, captcha }: PrerenderedLook) =>
  `${path} ${captcha.provider === 'altcha' ? 'altcha' : 'other'}${singleSignOn ? ' sso' : ''}`;
