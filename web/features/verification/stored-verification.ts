/** What the flow remembers in this tab, and nothing else: the address, and when its code was sent. */

const EMAIL = 'verificationEmail';
const SENT_AT = 'codeSentAt';

export const storedEmail = () => sessionStorage.getItem(EMAIL) ?? '';

/** Milliseconds; null when it is not known. */
export const storedSentAt = () => Number(sessionStorage.getItem(SENT_AT)) || null;

export const storeSentAt = (sentAt: number) => sessionStorage.setItem(SENT_AT, String(sentAt));

/** When its code was sent is asked for separately. */
export const storeEmail = (email: string) => sessionStorage.setItem(EMAIL, email);

export function storeVerification(email: string) {
  storeEmail(email);
  storeSentAt(Date.now());
}

export function forgetVerification() {
  sessionStorage.removeItem(EMAIL);
  sessionStorage.removeItem(SENT_AT);
}
