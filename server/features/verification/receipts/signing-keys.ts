import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import { DAY_MS } from '../../../clock.ts';
import type { Keys } from '../../../crypto/keys.ts';

const PERIOD_MS = 90 * DAY_MS;
/** PKCS #8 prefix of a 32-byte Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

const periodAt = (now: number) => Math.floor(now / PERIOD_MS);

/** Derived from server key and period, so that every process has the same key and none is stored. */
function keyOf(keys: Keys, period: number) {
  const seed = keys.derive(`receipt-key:${period}`).export();
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const parts = { crv: 'Ed25519', kty: 'OKP', x } as const;
  // RFC 7638 thumbprint: needs exactly these members in this order.
  const kid = hash('sha256', JSON.stringify(parts), 'base64url');
  return { privateKey, jwk: { ...parts, kid, use: 'sig', alg: 'EdDSA' } as const };
}

export const signingKeyAt = (keys: Keys, now: number) => keyOf(keys, periodAt(now));

/** Publishes the next key early for sites that cache, and the previous one for a day. */
export function publishedKeysAt(keys: Keys, now: number) {
  const period = periodAt(now);
  const isFirstDay = now - period * PERIOD_MS < DAY_MS;
  const periods = [period, period + 1, ...(isFirstDay ? [period - 1] : [])];
  return periods.map((one) => keyOf(keys, one).jwk);
}
