import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const CaptchaProvider = z.enum(['altcha', 'recaptcha', 'turnstile', 'hcaptcha']);
export type CaptchaProvider = z.output<typeof CaptchaProvider>;

export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.int(),
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    memoryCost: z.int().optional(),
    nonce: z.string(),
    parallelism: z.int().optional(),
    salt: z.string(),
  }),
  signature: z.string(),
});
export type Challenge = z.output<typeof Challenge>;

export const challenge = endpoint('GET /api/captcha/challenge', {
  summary: 'A proof-of-work challenge; its solution works once, for five minutes',
  query: z.object({
    /** Browsers offer PBKDF2 only in secure contexts; pages on plain http use SCRYPT. */
    algorithm: z.enum(['PBKDF2/SHA-256', 'SCRYPT']).default('PBKDF2/SHA-256'),
  }),
  answer: Challenge,
});
