import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { isPlainText } from '../text/plain-text.ts';
import { ROLES, STATUSES } from '../users/users.rules.ts';
import { ADMIN_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from './auth.rules.ts';

/** Staff see `UserAccount` instead. */
export const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
  authType: z.enum(['password']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Until then, nothing else works. */
  mustChangePassword: z.boolean(),
  secondFactor: z.boolean(),
  mustAddSecondFactor: z.boolean(),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const FactorKinds = z.object({ passkey: z.boolean(), totp: z.boolean(), recoveryCode: z.boolean() });
export type FactorKinds = z.output<typeof FactorKinds>;

const PASSWORD_TOO_LONG = problem('passwordTooLong', PASSWORD_MAX);

const typed = (missing: string, most: number) => z.string(missing).trim().min(1, missing).max(most, missing);
const secret = (missing: string, most: number, tooLong = missing) =>
  z.string(missing).min(1, missing).max(most, tooLong);

export const BrowserOptions = z.record(z.string(), z.unknown());
export const BrowserAnswer = z.record(z.string().max(100), z.unknown());

export const Totp = typed(problem('appCodeMissing'), 20);

export const Factor = z.union([
  z.strictObject({ totp: Totp }),
  z.strictObject({ recoveryCode: typed(problem('recoveryCodeMissing'), 40) }),
  z.strictObject({ passkey: BrowserAnswer }),
]);
export type Factor = z.output<typeof Factor>;

export const CaptchaToken = secret(problem('captchaMissing'), 8_192);

export const LoginInput = z.object({
  username: typed(problem('credentialsMissing'), USERNAME_MAX).refine(isPlainText, problem('notPlainText')),
  password: secret(problem('credentialsMissing'), PASSWORD_MAX, PASSWORD_TOO_LONG),
  recaptchaToken: CaptchaToken,
});

export const CurrentPassword = secret(problem('currentPasswordMissing'), PASSWORD_MAX, PASSWORD_TOO_LONG);

const newPassword = (least: number) =>
  z
    .string(problem('passwordTooShort', least))
    .min(least, problem('passwordTooShort', least))
    .max(PASSWORD_MAX, PASSWORD_TOO_LONG);

export const NewPassword = newPassword(PASSWORD_MIN);

const ChangePasswordInput = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword });
const ChangeAdminPasswordInput = ChangePasswordInput.extend({ newPassword: newPassword(ADMIN_PASSWORD_MIN) });

export const FirstPasswordInput = ChangePasswordInput.partial({ currentPassword: true });

const confirmation = {
  confirmPassword: z.string(problem('confirmationMissing')).min(1, problem('confirmationMissing')),
};
const isConfirmed = (form: { newPassword: string; confirmPassword: string }) =>
  form.newPassword === form.confirmPassword;
const CONFIRMED = {
  path: ['confirmPassword'],
  message: problem('confirmationDiffers'),
  // Checked even if other fields are wrong, so that the form shows all problems at once.
  when: (payload: { value: unknown }) => Boolean((payload.value as { confirmPassword?: string }).confirmPassword),
};

export const ChangePasswordForm = ChangePasswordInput.extend(confirmation).refine(isConfirmed, CONFIRMED);
export const ChangeAdminPasswordForm = ChangeAdminPasswordInput.extend(confirmation).refine(isConfirmed, CONFIRMED);
export const FirstPasswordForm = FirstPasswordInput.extend(confirmation).refine(isConfirmed, CONFIRMED);

export const currentUser = endpoint('GET /api/auth/user', {
  summary: 'Who is signed in',
  answer: CurrentUser,
});

export const login = endpoint('POST /api/auth/login', {
  summary: 'Sign in with username, password and a solved captcha; with a second factor there is a second step',
  body: LoginInput,
  answer: z.union([z.object({ secondStep: FactorKinds }), CurrentUser]),
});

export const secondStep = endpoint('POST /api/auth/login/second-step', {
  summary: 'The second step of signing in, after the password',
  body: Factor,
  answer: CurrentUser,
});

export const signInPasskeyOptions = endpoint('POST /api/auth/login/passkey/options', {
  summary:
    "Options for the browser's passkey dialog: any passkey of this portal, or in the second step one of the account",
  answer: BrowserOptions,
});

export const signInByPasskey = endpoint('POST /api/auth/login/passkey', {
  summary: 'Sign in with a passkey alone',
  body: z.object({ passkey: BrowserAnswer }),
  answer: CurrentUser,
});

export const logout = endpoint('POST /api/auth/logout', {
  summary: 'End the current session',
  answer: Done,
});

export const changePassword = endpoint('POST /api/auth/change-password', {
  summary:
    'Choose a new password; every other session of the account ends. The current password can be left out only soon after signing in with a temporary one',
  body: FirstPasswordInput,
  answer: Done,
});

export const changeAdminPassword = endpoint('POST /api/admin/change-password', {
  summary: 'Change the password of the signed-in admin; every other session of the account ends',
  body: ChangeAdminPasswordInput,
  answer: Done,
});
