import type { CaptchaProvider } from './captcha.ts';
import { EMAIL_ENTRY_PATH } from './verification.rules.ts';

/** The pages that the build draws ahead, so that people see them and can type before a script has arrived. */
export const DRAWN_PATHS = [EMAIL_ENTRY_PATH, '/auth', '/admin/login'] as const;
export type DrawnPath = (typeof DRAWN_PATHS)[number];

/** What they are called in a browser's tab, by the server at first and then by the app. */
export const DRAWN_TITLES: Readonly<Record<DrawnPath, string>> = {
  [EMAIL_ENTRY_PATH]: 'Welcome',
  '/auth': 'Sign in',
  '/admin/login': 'Admin sign in',
};

export const titleOf = (page: string, organisation: string) => `${page} · ${organisation}`;

/** All by which such a page differs from one installation to another, beside the organisation's name. */
export interface DrawnLook {
  readonly singleSignOn: boolean;
  readonly captcha: { readonly provider: CaptchaProvider };
}

/** Where the organisation's name goes, which the server knows and the build does not. */
export const ORGANISATION_PLACEHOLDER = '{{organisation}}';

/** What the build leaves for the server: pages by their key, each with the styles by which it looks as it should at once. */
export type DrawnPages = Readonly<Record<string, { readonly html: string; readonly styles: string }>>;

/** By which the build files a page and the server finds it. The boxes of all other captchas take the same room. */
export const drawnPageKey = (path: DrawnPath, { singleSignOn, captcha }: DrawnLook) =>
  `${path} ${captcha.provider === 'altcha' ? 'altcha' : 'other'}${singleSignOn ? ' sso' : ''}`;
