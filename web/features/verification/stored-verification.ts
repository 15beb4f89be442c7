/** What the flow remembers in this tab, and nothing else: the address, and when its code was sent. */

const EMAIL = 'verificationEmail';
const SENT_AT = 'codeSentAt';

export const storedEmail = () => sessionStorage.getItem(EMAIL) ?? '';

/** Milliseconds; null when it is not known. */
export const storedSentAt = () => Number(sessionStorage.getItem(SENT_AT)) || null;

export const storeSentAt = (sentAt: number) => sessionStorage.setItem(SENT_AT, String(sentAt));

export function storeVerification(email: string) {
  sessionStorage.setItem(EMAIL, email);
  storeSentAt(Date.now());
}

export function forgetVerification() {
  sessionStorage.removeItem(EMAIL);
  sessionStorage.removeItem(SENT_AT);
}
