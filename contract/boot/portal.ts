import * as z from 'zod';
import { CurrentUser } from '../auth/auth.ts';
import { CaptchaProvider } from '../captcha/captcha.ts';
import { endpoint } from '../endpoint.ts';
import { OpenedBy } from '../programs/embed.ts';

export const Portal = z.object({
  organisation: z.string(),
  captcha: z.object({ provider: CaptchaProvider, siteKey: z.string().nullable() }),
  /** The reader's language and what they can switch to. The back-office is English only. */
  language: z.string(),
  languages: z.array(z.object({ code: z.string(), name: z.string(), direction: z.enum(['ltr', 'rtl']) })),
  user: CurrentUser.nullable(),
  selfRegistration: z.boolean(),
  singleSignOn: z.boolean(),
  apiKeys: z.boolean(),
  mailFrom: z.string(),
  logoUrl: z.string().nullable(),
  supportContact: z.string().nullable(),
  gateRetryUrl: z.string().nullable(),
  /** Only in a window that an embedding site opened. */
  site: OpenedBy.optional(),
});
export type Portal = z.output<typeof Portal>;

export const portal = endpoint('GET /api/portal', {
  summary: 'Organisation, captcha in use and who is signed in (null if no one is)',
  answer: Portal,
});
