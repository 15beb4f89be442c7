import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';

export const SsoState = z.object({
  provider: z.string(),
  linkedAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable(),
});
export type SsoState = z.output<typeof SsoState>;

export const ssoState = endpoint('GET /api/auth/sso', {
  summary: "Whether the signed-in user's account is linked to single sign-on",
  answer: SsoState,
});

export const beginSsoLink = endpoint('POST /api/auth/sso/link', {
  summary: "Start linking the signed-in user's account; answers the provider's address to go to",
  answer: z.object({ url: z.url() }),
});

export const removeSsoLink = endpoint('DELETE /api/auth/sso/link', {
  summary: "Unlink the signed-in user's account",
  answer: Done,
});
