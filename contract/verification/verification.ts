import * as z from 'zod';
import { CaptchaToken } from '../auth/auth.ts';
import { Done, Email, endpoint } from '../endpoint.ts';
import { CODE_LENGTH, CODE_STATES, CODE_TOO_SHORT, MAIL_REASONS, MAIL_STEPS } from './verification.rules.ts';

const Code = z.string(CODE_TOO_SHORT).trim().min(CODE_LENGTH, CODE_TOO_SHORT).max(64, 'This is not a code of ours');

/** The captcha is needed after the answer `captcha_needed`: then it buys what is missing. */
const CodeRequest = z.object({ email: Email, recaptchaToken: CaptchaToken.optional() });
const CodeSent = z.object({ success: z.literal(true), expiresInSeconds: z.int() });

/** How it stands with the code of this browser and with its mail. */
export const CodeDelivery = z.object({
  /** When the code was asked for. Of two answers the one with the later time is about the newer code. */
  sentAt: z.iso.datetime().nullable(),
  mail: z
    .object({ step: z.enum(MAIL_STEPS), since: z.iso.datetime(), reason: z.enum(MAIL_REASONS).nullable() })
    .nullable(),
  code: z
    .object({
      state: z.enum(CODE_STATES),
      /** What is left of its time, which stands still until the mail is taken and while a try is held back. */
      remainingMs: z.int(),
      triesLeft: z.int(),
    })
    .nullable(),
  /** How long mail to this domain takes today; null where that is not known. */
  usualSeconds: z.int().nullable(),
});
export type CodeDelivery = z.output<typeof CodeDelivery>;

/** Where this browser is in the flow, for a page that was loaded anew. */
export const GuestState = CodeDelivery.extend({
  email: z.string().nullable(),
  /** Milliseconds until the code expires; 0 when there is none that could be used. */
  codeRemainingMs: z.int(),
  /** The sentence with which the last try of this code was refused. */
  refusal: z.string().nullable(),
  /** Until another code can be asked for; 0 when it can be now. */
  resendInSeconds: z.int(),
  /** What this browser has confirmed, until it asks for another code. */
  confirmed: z
    .object({
      /** Masked. */
      email: z.string(),
      at: z.iso.datetime(),
      /** Where the settings lead guests; null where they lead nowhere. */
      exitUrl: z.string().nullable(),
    })
    .nullable(),
  /** A submitted code that is being processed. The outcome is known and told when the time is over. */
  processing: z.object({ remainingMs: z.int(), success: z.boolean(), message: z.string().nullable() }).nullable(),
});
export type GuestState = z.output<typeof GuestState>;

export const guestState = endpoint('GET /api/guest/state', {
  summary: 'Where this browser is in the verification flow',
  answer: GuestState,
});

export const codeDelivery = endpoint('GET /api/guest/delivery', {
  summary: 'How it stands with the code of this browser and its mail; asked again and again while a guest waits',
  answer: CodeDelivery,
});

export const submitEmail = endpoint('POST /api/guest/submit-email', {
  summary: 'Tell that this guest entered an e-mail address',
  body: z.object({ email: Email }),
  answer: Done,
});

export const sendVerificationCode = endpoint('POST /api/user/send-verification-code', {
  summary: 'Mail a one-time code to the address; an earlier code of this browser dies',
  body: CodeRequest,
  answer: CodeSent,
});

export const resendCode = endpoint('POST /api/guest/resend-code', {
  summary: 'Mail a new one-time code; the earlier one dies',
  body: CodeRequest,
  answer: CodeSent,
});

/*
 * Three calls for one code, because the product's specification names them: `submit-code` begins the 15 seconds that the
 * guest sees, `verify-code` is the only one that looks at the code, and `code-processed` says that the 15 seconds are
 * over. The first and the last therefore carry a code, an address and a claim of success that the server takes and never
 * reads: the browser's cookie says which verification it is, and the outcome is the one that `verify-code` has stored.
 */

export const submitCode = endpoint('POST /api/guest/submit-code', {
  summary: 'Begin the processing of a code that was typed',
  body: z.object({ code: Code, email: Email }),
  answer: z.object({ success: z.literal(true), processingSeconds: z.int() }),
});

export const verifyCode = endpoint('POST /api/user/verify-code', {
  summary: 'Check a code; refused with a sentence when it is not the one that was mailed',
  body: z.object({ email: Email, code: Code }),
  answer: Done,
});

export const codeProcessed = endpoint('POST /api/guest/code-processed', {
  summary: 'Tell that the processing time is over; the answer is the outcome that the server knows',
  body: z.object({ code: z.string().max(64).nullish(), email: Email, success: z.boolean() }),
  answer: z.object({ success: z.boolean() }),
});
