import * as z from 'zod';
import { Done, Email, endpoint } from '../endpoint.ts';
import { CODE_LENGTH, CODE_TOO_SHORT } from '../verification/verification.rules.ts';

/** Spaces and dashes are removed. */
const Code = z
  .string(CODE_TOO_SHORT)
  .max(64, 'This is not a code of ours')
  .overwrite((text) => text.replaceAll(/[\s\-–—]/g, ''))
  .min(CODE_LENGTH, CODE_TOO_SHORT);

export const NewEmailInput = z.object({ email: Email });
export const EmailCodeInput = z.object({ code: Code });

/** Waits for its code in this session. */
export const EmailChange = z.object({
  email: z.string(),
  /** Starts when the mail server accepts the email. */
  remainingMs: z.int(),
  triesLeft: z.int(),
});
export type EmailChange = z.output<typeof EmailChange>;

export const emailChange = endpoint('GET /api/auth/email-change', {
  summary: 'The change of the own email address that waits for its code',
  answer: z.object({ waiting: EmailChange.nullable() }),
});

export const requestEmailChange = endpoint('POST /api/auth/email-change', {
  summary: 'Mail a code to a new address; the answer is the same whether or not it belongs to another account',
  body: NewEmailInput,
  answer: EmailChange,
});

export const confirmEmailChange = endpoint('POST /api/auth/email-change/confirm', {
  summary: 'Make the new address the own one, with the code that was mailed to it',
  body: EmailCodeInput,
  answer: z.object({ email: z.string() }),
});

export const cancelEmailChange = endpoint('DELETE /api/auth/email-change', {
  summary: 'Forget the change that waits; its code stops working',
  answer: Done,
});
