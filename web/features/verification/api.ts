/** Plain calls: guests do not download the query library. */
import { useEffect } from 'react';
import { type GuestPage, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { api, inBackground } from '../../lib/api/api.ts';
import { ApiError, sentenceOf } from '../../lib/api/api-error.ts';
import { forgetProgress } from './progress.ts';

export interface Outcome {
  success: boolean;
  message: string | null;
}

export const pageAt = (path: string): GuestPage =>
  path === VERIFY_CODE_PATH ? 'Verify Code Page' : 'Email Entry Page';

export const logPage = (page: GuestPage, email: string | null) =>
  inBackground(api('POST /api/guest/log-activity', { body: { page, email } }));

/** After a wrong code the guest is back on the code page. */
export async function logProcessed(success: boolean, email: string) {
  await logPage('Code Processing Complete', email);
  if (!success) await logPage('Verify Code Page', email);
}

export function usePageLog(page: GuestPage, email: string | null = null) {
  useEffect(() => {
    logPage(page, email);
  }, [page, email]);
}

export async function sendCode(email: string, recaptchaToken?: string) {
  // A call with a captcha repeats one that was logged already.
  if (!recaptchaToken) inBackground(api('POST /api/guest/submit-email', { body: { email } }));
  await api('POST /api/user/send-verification-code', { body: { email, recaptchaToken } });
  forgetProgress();
}

export const resendCode = (email: string, recaptchaToken?: string) =>
  api('POST /api/guest/resend-code', { body: { email, recaptchaToken } });

export const guestState = () => api('GET /api/guest/state');

/** A code that was not checked can be submitted again. */
const wasChecked = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status !== 429;

export async function verifyCode(email: string, code: string): Promise<Outcome> {
  try {
    await api('POST /api/guest/submit-code', { body: { code, email } });
    await api('POST /api/user/verify-code', { body: { email, code } });
    return { success: true, message: null };
  } catch (error) {
    if (!wasChecked(error)) throw error;
    return { success: false, message: sentenceOf(error, '') || null };
  }
}

/** `code` is null after a reload: typed codes are not stored. */
export const endProcessing = (email: string, code: string | null, success: boolean) =>
  inBackground(api('POST /api/guest/code-processed', { body: { code, email, success } }));
