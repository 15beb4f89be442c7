import { api } from '../../lib/api/api.ts';
import type { Registration } from './registration.ts';

const KEY = 'unverifiedEmail';

export const unverifiedEmail = () => sessionStorage.getItem(KEY) ?? '';

export async function register(registration: Registration, recaptchaToken: string) {
  const { emailVerificationRequired } = await api('POST /api/auth/register', {
    body: { ...registration, recaptchaToken },
  });
  if (emailVerificationRequired) sessionStorage.setItem(KEY, registration.email);
  return { emailVerificationRequired };
}

export async function verifyEmail(token: string) {
  await api('POST /api/auth/verify-email', { body: { token } });
  sessionStorage.removeItem(KEY);
}

export async function resendVerification(email: string, recaptchaToken: string) {
  await api('POST /api/auth/resend-verification', { body: { email, recaptchaToken } });
  sessionStorage.setItem(KEY, email);
}
