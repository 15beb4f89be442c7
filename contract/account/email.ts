import * as z from 'zod';
import { Done, Email, endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { CODE_LENGTH } from '../verification/verification.rules.ts';

const Code = z
  .string(problem('codeTooShort', CODE_LENGTH))
  .max(64, problem('notOurCode'))
  .overwrite((text) => text.replaceAll(/[\s\-–—]/g, ''))
  .min(CODE_LENGTH, problem('codeTooShort', CODE_LENGTH));

export const NewEmailInput = z.object({ email: Email });
export const EmailCodeInput = z.object({ code: Code });

export const EmailChange = z.object({
  email: z.string(),
  /** Time starts when the mail server accepts the email. */
  remainingMs: z.int(),
  triesLeft: z.int(),
});
export type EmailChange = z.output<typeof EmailChange>;

export const emailChange = endpoint('GET /api/auth/email-change', {
  summary: "The signed-in user's change of email address that waits for its code",
  answer: z.object({ waiting: EmailChange.nullable() }),
});

export const requestEmailChange = endpoint('POST /api/auth/email-change', {
  summary: 'Email a code to a new address; the answer is the same whether or not it belongs to another account',
  body: NewEmailInput,
  answer: EmailChange,
});

export const confirmEmailChange = endpoint('POST /api/auth/email-change/confirm', {
  summary: 'Confirm the new address with the code that was emailed to it',
  body: EmailCodeInput,
  answer: z.object({ email: z.string() }),
});

export const cancelEmailChange = endpoint('DELETE /api/auth/email-change', {
  summary: 'Cancel the change; its code no longer works',
  answer: Done,
});
