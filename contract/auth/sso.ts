import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';

export const SsoState = z.object({
  provider: z.string(),
  linkedAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable(),
});
export type SsoState = z.output<typeof SsoState>;

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
