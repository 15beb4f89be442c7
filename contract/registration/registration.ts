import * as z from 'zod';
import { CaptchaToken, NewPassword } from '../auth/auth.ts';
import { Done, Email, endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { isOneWord } from '../users/users.rules.ts';
import { DetailInputs, Username } from '../users/users.ts';

const RegistrationInput = z.object({
  username: Username.refine(isOneWord, problem('usernameNotAWord')),
  password: NewPassword,
  email: Email,
  firstName: DetailInputs.firstName,
  lastName: DetailInputs.lastName,
  recaptchaToken: CaptchaToken,
});
export type RegistrationInput = z.output<typeof RegistrationInput>;

export const register = endpoint('POST /api/auth/register', {
  summary: 'Register an account, where self-registration is on; it exists once its email address is verified',
  body: RegistrationInput,
  answer: z.object({ emailVerificationRequired: z.boolean() }),
});

export const verifyEmail = endpoint('POST /api/auth/verify-email', {
  summary:
    'Verify the email address of a new account with the emailed code, in the browser that registered; the code works once',
  body: z.object({
    token: z.string(problem('verificationCodeMissing')).trim().min(1, problem('verificationCodeMissing')).max(100),
  }),
  answer: Done,
});

export const resendVerification = endpoint('POST /api/auth/resend-verification', {
  summary: 'Email a new code for a registration of this browser; the answer is the same whether or not there is one',
  body: z.object({ email: Email, recaptchaToken: CaptchaToken }),
  answer: Done,
});
