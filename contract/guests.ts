import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { CODE_LENGTH, CODE_TOO_SHORT, EMAIL_INVALID, GUEST_PAGES, isEmail } from './guest-flow.ts';

const Email = z.string(EMAIL_INVALID).trim().max(254, EMAIL_INVALID).refine(isEmail, EMAIL_INVALID);
const Code = z.string(CODE_TOO_SHORT).trim().min(CODE_LENGTH, CODE_TOO_SHORT).max(64, 'This is not a code of ours');

const CodeSent = z.object({ success: z.literal(true), expiresInSeconds: z.int() });

/** Where this browser is in the flow, for a page that was loaded anew. */
export const GuestState = z.object({
  email: z.string().nullable(),
  /** Milliseconds until the code expires; 0 when there is none that could be used. */
  codeRemainingMs: z.int(),
  /** A submitted code that is being processed. The outcome is known and told when the time is over. */
  processing: z.object({ remainingMs: z.int(), success: z.boolean(), message: z.string().nullable() }).nullable(),
});
export type GuestState = z.output<typeof GuestState>;

export const guestState = endpoint({
  method: 'GET',
  path: '/api/guest/state',
  summary: 'Where this browser is in the verification flow',
  answer: GuestState,
});

export const verificationCheck = endpoint({
  method: 'GET',
  path: '/api/guest/verification-check',
  summary: 'Whether this browser needs a token before it may use the guest pages',
  answer: z.object({ needsVerification: z.boolean() }),
});

export const validateVerificationToken = endpoint({
  method: 'POST',
  path: '/api/auth/validate-verification-token',
  summary: 'Use up a gate token; afterwards this browser may use the guest pages',
  body: z.object({
    token: z
      .string('Missing token parameter')
      .min(1, 'Missing token parameter')
      .max(4096, 'Invalid verification token'),
  }),
  answer: z.object({
    success: z.boolean(),
    error: z.string().nullable(),
    sessionId: z.string().nullable(),
    verifiedAt: z.iso.datetime().nullable(),
  }),
});

export const logActivity = endpoint({
  method: 'POST',
  path: '/api/guest/log-activity',
  summary: 'Tell that this guest is on a page',
  body: z.object({ page: z.enum(GUEST_PAGES), email: Email.nullish().catch(null) }),
  answer: Done,
});

export const submitEmail = endpoint({
  method: 'POST',
  path: '/api/guest/submit-email',
  summary: 'Tell that this guest entered an e-mail address',
  body: z.object({ email: Email }),
  answer: Done,
});

export const sendVerificationCode = endpoint({
  method: 'POST',
  path: '/api/user/send-verification-code',
  summary: 'Mail a one-time code to the address; an earlier code of this browser dies',
  body: z.object({ email: Email }),
  answer: CodeSent,
});

export const resendCode = endpoint({
  method: 'POST',
  path: '/api/guest/resend-code',
  summary: 'Mail a new one-time code; the earlier one dies',
  body: z.object({ email: Email }),
  answer: CodeSent,
});

export const submitCode = endpoint({
  method: 'POST',
  path: '/api/guest/submit-code',
  summary: 'Begin the processing of a code that was typed',
  body: z.object({ code: Code, email: Email }),
  answer: z.object({ success: z.literal(true), processingSeconds: z.int() }),
});

export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/user/verify-code',
  summary: 'Check a code; refused with a sentence when it is not the one that was mailed',
  body: z.object({ email: Email, code: Code }),
  answer: Done,
});

export const codeProcessed = endpoint({
  method: 'POST',
  path: '/api/guest/code-processed',
  summary: 'Tell that the processing time is over; the answer is the outcome that the server knows',
  body: z.object({ code: z.string().max(64).nullish(), email: Email, success: z.boolean() }),
  answer: z.object({ success: z.boolean() }),
});

export const checkPrompt = endpoint({
  method: 'GET',
  path: '/api/guest/check-prompt',
  summary: 'Whether the support team asks this guest for something',
  answer: z.object({ showPrompt: z.boolean(), message: z.string().nullable() }),
});

export const clearPrompt = endpoint({
  method: 'POST',
  path: '/api/guest/clear-prompt',
  summary: 'The prompt has been shown',
  answer: Done,
});

export const checkRedirect = endpoint({
  method: 'GET',
  path: '/api/guest/check-redirect',
  summary: 'Where the support team moves this guest: a page of the flow, or the exit address with its message',
  answer: z.object({ redirect: z.string().nullable(), message: z.string().nullable() }),
});
