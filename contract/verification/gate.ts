import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';

export const verificationCheck = endpoint('GET /api/guest/verification-check', {
  summary: 'Whether this browser needs a token before it may use the guest pages',
  answer: z.object({ needsVerification: z.boolean() }),
});

export const validateVerificationToken = endpoint('POST /api/auth/validate-verification-token', {
  summary: 'Use up a gate token; afterwards this browser may use the guest pages',
  body: z.object({
    token: z.string(problem('tokenMissing')).min(1, problem('tokenMissing')).max(4096),
  }),
  answer: z.object({
    success: z.boolean(),
    error: z.string().nullable(),
    sessionId: z.string().nullable(),
    verifiedAt: z.iso.datetime().nullable(),
  }),
});
