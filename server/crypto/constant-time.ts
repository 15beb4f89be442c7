import { timingSafeEqual } from 'node:crypto';

/**
 * Compares what somebody sent with a secret, in a time that does not tell where they differ. By bytes: a text of the
 * same length may have more of them.
 */
export function isSameSecret(sent: string, secret: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
