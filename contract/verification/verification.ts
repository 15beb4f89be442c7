import * as z from 'zod';
import { CaptchaToken } from '../auth/auth.ts';
import { Done, Email, endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { CODE_LENGTH, CODE_STATES, MAIL_REASONS, MAIL_STEPS } from './verification.rules.ts';

const Code = z
  .string(problem('codeTooShort', CODE_LENGTH))
  .trim()
  .min(CODE_LENGTH, problem('codeTooShort', CODE_LENGTH))
  .max(64, problem('notOurCode'));

/** Captcha only after `captcha_needed`. */
const CodeRequest = z.object({ email: Email, recaptchaToken: CaptchaToken.optional() });
const CodeSent = z.object({ success: z.literal(true), expiresInSeconds: z.int() });

export const CodeDelivery = z.object({
  /** Of two answers, the one with the later time is about the newer code. */
  sentAt: z.iso.datetime().nullable(),
  mail: z
    .object({ step: z.enum(MAIL_STEPS), since: z.iso.datetime(), reason: z.enum(MAIL_REASONS).nullable() })
    .nullable(),
  code: z
    .object({
      state: z.enum(CODE_STATES),
      /** Starts when the mail server accepts the email; pauses during processing. */
      remainingMs: z.int(),
      triesLeft: z.int(),
    })
    .nullable(),
  /** How long emails to this domain take today; null if unknown. */
  usualSeconds: z.int().nullable(),
});
export type CodeDelivery = z.output<typeof CodeDelivery>;

export const GuestState = CodeDelivery.extend({
  /** Null 15 minutes after it was confirmed. */
  email: z.string().nullable(),
  codeRemainingMs: z.int(),
  refusal: z.string().nullable(),
  resendInSeconds: z.int(),
  /** Until another code is requested. */
  confirmed: z
    .object({
      /** In full for 15 minutes, then masked. */
      email: z.string(),
      /** How long it may still be shown in full; 0 once masked. */
      wholeForMs: z.int(),
      at: z.iso.datetime(),
      /** Null without an exit. */
      exitUrl: z.string().nullable(),
    })
    .nullable(),
  /** The outcome to show when the time is over. */
  processing: z.object({ remainingMs: z.int(), success: z.boolean(), message: z.string().nullable() }).nullable(),
});
export type GuestState = z.output<typeof GuestState>;

export const guestState = endpoint('GET /api/guest/state', {
  summary: 'Where this browser is in the verification flow',
  answer: GuestState,
});

export const codeDelivery = endpoint('GET /api/guest/delivery', {
  summary: "Status of this browser's code and its email; polled while the guest waits",
  answer: CodeDelivery,
});

export const submitEmail = endpoint('POST /api/guest/submit-email', {
  summary: 'Report that this guest entered an email address',
  body: z.object({ email: Email }),
  answer: Done,
});

export const sendVerificationCode = endpoint('POST /api/user/send-verification-code', {
  summary: 'Email a one-time code to the address; an earlier code of this browser no longer works',
  body: CodeRequest,
  answer: CodeSent,
});

export const resendCode = endpoint('POST /api/guest/resend-code', {
  summary: 'Email a new one-time code; the earlier one no longer works',
  body: CodeRequest,
  answer: CodeSent,
});

/** The spec names three calls. Only `verify-code` checks; the others frame the 15 seconds, and their claims are ignored. */

export const submitCode = endpoint('POST /api/guest/submit-code', {
  summary: 'Start processing the code the guest entered',
  body: z.object({ code: Code, email: Email }),
  answer: z.object({ success: z.literal(true), processingSeconds: z.int() }),
});

export const verifyCode = endpoint('POST /api/user/verify-code', {
  summary: 'Check a code; only the one that was emailed is accepted',
  body: z.object({ email: Email, code: Code }),
  answer: Done,
});

export const codeProcessed = endpoint('POST /api/guest/code-processed', {
  summary: 'Report that the processing time is over; answers the outcome the server knows',
  body: z.object({ code: z.string().max(64).nullish(), email: Email, success: z.boolean() }),
  answer: z.object({ success: z.boolean() }),
});
