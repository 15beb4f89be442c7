/** What the guest's pages ask the server for. Plain calls: a guest does not download the cache that staff need. */
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

/** The support team sees on which page a guest is. */
export function usePageLog(page: GuestPage, email: string | null = null) {
  useEffect(() => {
    logPage(page, email);
  }, [page, email]);
}

export async function sendCode(email: string, recaptchaToken?: string) {
  // With a captcha it is the same address a second time.
  if (!recaptchaToken) inBackground(api('POST /api/guest/submit-email', { body: { email } }));
  await api('POST /api/user/send-verification-code', { body: { email, recaptchaToken } });
  // What was known is about the code before.
  forgetProgress();
}

export const resendCode = (email: string, recaptchaToken?: string) =>
  api('POST /api/guest/resend-code', { body: { email, recaptchaToken } });

export const guestState = () => api('GET /api/guest/state');

/** Answered from memory, so it may be asked again and again. */
export const codeDelivery = () => api('GET /api/guest/delivery');

/** Not checked at all, or not now: nothing to wait for, and the guest can try the same code again. */
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

/** The code is null when the page was loaded anew meanwhile: what was typed is nowhere kept. */
export const endProcessing = (email: string, code: string | null, success: boolean) =>
  inBackground(api('POST /api/guest/code-processed', { body: { code, email, success } }));
