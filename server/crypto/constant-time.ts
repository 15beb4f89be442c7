import { timingSafeEqual } from 'node:crypto';

/** Compares bytes, because texts of equal length may differ in bytes. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
