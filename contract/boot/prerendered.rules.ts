import type { CaptchaProvider } from '../captcha/captcha.ts';
import { EMAIL_ENTRY_PATH } from '../verification/verification.rules.ts';

/** The pages that the build draws ahead, so that people see them and can type before a script has arrived. */
export const PRERENDERED_PATHS = [EMAIL_ENTRY_PATH, '/auth', '/admin/login'] as const;
export type PrerenderedPath = (typeof PRERENDERED_PATHS)[number];

/** What they are called in a browser's tab, by the server at first and then by the app. */
export const PRERENDERED_TITLES: Readonly<Record<PrerenderedPath, string>> = {
  [EMAIL_ENTRY_PATH]: 'Welcome',
  '/auth': 'Sign in',
  '/admin/login': 'Admin sign in',
};

export const titleOf = (page: string, organisation: string) => `${page} · ${organisation}`;

/** All by which such a page differs from one installation to another, beside the organisation's name. */
export interface PrerenderedLook {
  readonly singleSignOn: boolean;
  readonly captcha: { readonly provider: CaptchaProvider };
}

/** Where the organisation's name goes, which the server knows and the build does not. */
export const ORGANISATION_PLACEHOLDER = '{{organisation}}';

/** What the build leaves for the server: pages by their key, each with the styles by which it looks as it should at once. */
export type PrerenderedPages = Readonly<Record<string, { readonly html: string; readonly styles: string }>>;

/** By which the build files a page and the server finds it. The boxes of all other captchas take the same room. */
export const prerenderedPageKey = (path: PrerenderedPath, { singleSignOn, captcha }: PrerenderedLook) =>
  `${path} ${captcha.provider === 'altcha' ? 'altcha' : 'other'}${singleSignOn ? ' sso' : ''}`;
