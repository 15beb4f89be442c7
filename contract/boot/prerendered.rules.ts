import type { CaptchaProvider } from '../captcha/captcha.ts';
import type { Messages } from '../language/messages.ts';
import { EMAIL_ENTRY_PATH } from '../verification/verification.rules.ts';

/** These pages can be used before the script has loaded. */
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

/** Written by the build, with a file per language. */
export const PRERENDERED_DIR = '.prerendered';

/** Pages of one language, by `prerenderedPageKey`. */
export type PrerenderedPages = Readonly<Record<string, { readonly html: string; readonly styles: string }>>;

/** All captchas except ALTCHA take the same space. */
export const prerenderedPageKey = (
  path: PrerenderedPath,
  { singleSignOn, captcha }: Omit<PrerenderedLook, 'language'>,
) => `${path} ${captcha.provider === 'altcha' ? 'altcha' : 'other'}${singleSignOn ? ' sso' : ''}`;
