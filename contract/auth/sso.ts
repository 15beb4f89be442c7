import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';

export const SsoState = z.object({
  /** The host of the provider. */
  provider: z.string(),
  /** Since when the account is linked; null where it is not. */
  linkedAt: z.iso.datetime().nullable(),
  /** When somebody last signed in by it. */
  usedAt: z.iso.datetime().nullable(),
});
export type SsoState = z.output<typeof SsoState>;

/** Beginning to sign in and coming back are no calls but addresses that browsers are led to: see `sso.rules.ts`. */
export const ssoState = endpoint('GET /api/auth/sso', {
  summary: 'Whether the own account is linked to one of the single sign-on provider',
  answer: SsoState,
});

export const beginSsoLink = endpoint('POST /api/auth/sso/link', {
  summary: 'Begin to link the own account: where at the provider the browser goes on',
  answer: z.object({ url: z.url() }),
});

export const removeSsoLink = endpoint('DELETE /api/auth/sso/link', {
  summary: 'Unlink the own account',
  answer: Done,
});
