/** In sessionStorage, which belongs to this tab. */

const EMAIL = 'verificationEmail';
const SENT_AT = 'codeSentAt';

export const storedEmail = () => sessionStorage.getItem(EMAIL) ?? '';

export const storedSentAt = () => Number(sessionStorage.getItem(SENT_AT)) || null;

export const storeSentAt = (sentAt: number) => sessionStorage.setItem(SENT_AT, String(sentAt));

export const storeEmail = (email: string) => sessionStorage.setItem(EMAIL, email);

export function storeVerification(email: string) {
  storeEmail(email);
  storeSentAt(Date.now());
}

export function forgetVerification() {
  sessionStorage.removeItem(EMAIL);
  sessionStorage.removeItem(SENT_AT);
}
