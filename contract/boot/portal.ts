import * as z from 'zod';
import { CurrentUser } from '../auth/auth.ts';
import { CaptchaProvider } from '../captcha/captcha.ts';
import { endpoint } from '../endpoint.ts';

/** What every page needs before it can draw. The server also puts it into the page itself. */
export const Portal = z.object({
  organisation: z.string(),
  captcha: z.object({ provider: CaptchaProvider, siteKey: z.string().nullable() }),
  user: CurrentUser.nullable(),
  /** Whether people may create accounts for themselves. */
  selfRegistration: z.boolean(),
  /** Whether staff can sign in by the organisation's own provider. */
  singleSignOn: z.boolean(),
  /** The sender of our mails, so that guests can tell them from others. */
  mailFrom: z.string(),
  /** The organisation's picture; null when there is none and its name has to do. */
  logoUrl: z.string().nullable(),
  /** A mail address, an https link or a phone number; null where the settings name none. */
  supportContact: z.string().nullable(),
  /** Where guests get a new gate token; null when there is no such place. */
  gateRetryUrl: z.string().nullable(),
});
export type Portal = z.output<typeof Portal>;

export const portal = endpoint('GET /api/portal', {
  summary: 'Organisation, captcha in use and who is signed in (null when nobody is)',
  answer: Portal,
});
