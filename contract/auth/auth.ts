import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';
import { isPlainText, NOT_PLAIN_TEXT } from '../text/plain-text.ts';
import { ROLES, STATUSES } from '../users/users.rules.ts';
import {
  ADMIN_PASSWORD_MIN,
  CAPTCHA_MISSING,
  CONFIRMATION_DIFFERS,
  CONFIRMATION_MISSING,
  CREDENTIALS_MISSING,
  CURRENT_PASSWORD_MISSING,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordTooLong,
  passwordTooShort,
  USERNAME_MAX,
} from './auth.rules.ts';

/** One's own account. What staff see of an account is `UserAccount` in `users.ts`. */
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
  /** True with a temporary password, or one that is too short without a second factor: nothing else works until a new one is chosen. */
  mustChangePassword: z.boolean(),
  secondFactor: z.boolean(),
  mustAddSecondFactor: z.boolean(),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const FactorKinds = z.object({ passkey: z.boolean(), totp: z.boolean(), recoveryCode: z.boolean() });
export type FactorKinds = z.output<typeof FactorKinds>;

/** A pending sign-in: the password was right, a second factor is required. */
const SecondStep = z.object({ secondStep: FactorKinds });

const CAPTCHA_TOKEN_MAX = 8192;

export const CaptchaToken = z.string(CAPTCHA_MISSING).min(1, CAPTCHA_MISSING).max(CAPTCHA_TOKEN_MAX, CAPTCHA_MISSING);

export const LoginInput = z.object({
  username: z
    .string(CREDENTIALS_MISSING)
    .trim()
    .min(1, CREDENTIALS_MISSING)
    .max(USERNAME_MAX, CREDENTIALS_MISSING)
    .refine(isPlainText, NOT_PLAIN_TEXT),
  password: z.string(CREDENTIALS_MISSING).min(1, CREDENTIALS_MISSING).max(PASSWORD_MAX, passwordTooLong),
  recaptchaToken: CaptchaToken,
});

export const CurrentPassword = z
  .string(CURRENT_PASSWORD_MISSING)
  .min(1, CURRENT_PASSWORD_MISSING)
  .max(PASSWORD_MAX, passwordTooLong);

const newPassword = (least: number) =>
  z.string(passwordTooShort(least)).min(least, passwordTooShort(least)).max(PASSWORD_MAX, passwordTooLong);

export const NewPassword = newPassword(PASSWORD_MIN);

const passwordChange = (least: number) =>
  z.object({ currentPassword: CurrentPassword, newPassword: newPassword(least) });

const ChangePasswordInput = passwordChange(PASSWORD_MIN);
const ChangeAdminPasswordInput = passwordChange(ADMIN_PASSWORD_MIN);

export const FirstPasswordInput = ChangePasswordInput.partial({ currentPassword: true });

const confirmation = { confirmPassword: z.string(CONFIRMATION_MISSING).min(1, CONFIRMATION_MISSING) };
const isConfirmed = (form: { newPassword: string; confirmPassword: string }) =>
  form.newPassword === form.confirmPassword;
const CONFIRMED = {
  path: ['confirmPassword'],
  message: CONFIRMATION_DIFFERS,
  // Checked even when other fields are wrong, so the form shows all problems at once.
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
  answer: z.union([SecondStep, CurrentUser]),
});

export const logout = endpoint('POST /api/auth/logout', {
  summary: 'End the current session',
  answer: Done,
});

export const changePassword = endpoint('POST /api/auth/change-password', {
  summary:
    'Choose a new password; every other session of the account ends. Without the current one only soon after signing in with a temporary password',
  body: FirstPasswordInput,
  answer: Done,
});

export const changeAdminPassword = endpoint('POST /api/admin/change-password', {
  summary: 'Change the password of the signed-in admin; every other session of the account ends',
  body: ChangeAdminPasswordInput,
  answer: Done,
});
