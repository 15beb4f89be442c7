import type { CaptchaProvider } from '../captcha/captcha.ts';
import type { Messages } from '../language/messages.ts';
import { EMAIL_ENTRY_PATH } from '../verification/verification.rules.ts';

/** People can type before the script has loaded. */
export const PRERENDERED_PATHS = [EMAIL_ENTRY_PATH, '/auth', '/admin/login'] as const;
export type PrerenderedPath = (typeof PRERENDERED_PATHS)[number];

export const PRERENDERED_TITLES: Readonly<Record<PrerenderedPath, (messages: Messages) => string>> = {
  [EMAIL_ENTRY_PATH]: ({ guest }) => guest.title,
  '/auth': ({ signIn }) => signIn.title,
  '/admin/login': ({ signIn }) => signIn.adminTitle,
};

export const titleOf = (page: string, organisation: string) => `${page} · ${organisation}`;

export interface PrerenderedLook {
  readonly language: string;
  readonly singleSignOn: boolean;
  readonly captcha: { readonly provider: CaptchaProvider };
}

export const ORGANISATION_PLACEHOLDER = '{{organisation}}';

/** The languages of a page share its styles. */
export interface PrerenderedPages {
  readonly html: Readonly<Record<string, string>>;
  readonly styles: Readonly<Record<string, string>>;
}

/** All captchas but ALTCHA take the same room. */
export const prerenderedStylesKey = (path: PrerenderedPath, { singleSignOn, captcha }: PrerenderedLook) =>
  `${path} ${captcha.provider === 'altcha' ? 'altcha' : 'other'}${singleSignOn ? ' sso' : ''}`;

export const prerenderedPageKey = (path: PrerenderedPath, look: PrerenderedLook) =>
  `${look.language} ${prerenderedStylesKey(path, look)}`;
