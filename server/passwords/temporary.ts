import { hash, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../clock.ts';
import type { Keys } from '../crypto/keys.ts';

const PURPOSE = 'temporary-password';

export interface TemporaryDays {
  readonly settings: { readonly current: { readonly temporaryPasswordDays: number } };
}

export const inDays = (days: number) => (days === 1 ? 'one day' : `${days} days`);

export const temporaryPasswordEnd = (issuedAt: number, days: number) => issuedAt + days * DAY_MS;

/** Sealed instead of hashed, because staff may read it until its first use. */
export const sealTemporaryPassword = (keys: Keys, password: string) => keys.seal(password, PURPOSE);
export const openTemporaryPassword = (keys: Keys, sealed: string) => keys.open(sealed, PURPOSE);

export function isTemporaryPassword(keys: Keys, sealed: string, attempt: string): boolean {
  const digest = (text: string) => hash('sha256', text.normalize('NFKC'), 'buffer');
  return timingSafeEqual(digest(openTemporaryPassword(keys, sealed)), digest(attempt));
}
