import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';
import type { Keys } from '../../../crypto/keys.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PERIOD_MS = 90 * DAY_MS;
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** As others get it. */
interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
}

const periodAt = (now: number) => Math.floor(now / PERIOD_MS);

/** Made from the server key and the number of the period, so that every process has the same one and nobody keeps it. */
function keyOf(keys: Keys, period: number): SigningKey {
  const seed = keys.derive(`receipt-key:${period}`).export();
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const parts = { crv: 'Ed25519', kty: 'OKP', x } as const;
  // The thumbprint of RFC 7638: of exactly these members in this order.
  const kid = hash('sha256', JSON.stringify(parts), 'base64url');
  return { privateKey, jwk: { ...parts, kid, use: 'sig', alg: 'EdDSA' } };
}

/** What receipts are signed with now. */
export const signingKeyAt = (keys: Keys, now: number): SigningKey => keyOf(keys, periodAt(now));

/** This period's and the next one's, so that whoever asks seldom knows it in time; and for a day the one before. */
export function publishedKeysAt(keys: Keys, now: number): PublicJwk[] {
  const period = periodAt(now);
  const isFirstDay = now - period * PERIOD_MS < DAY_MS;
  const periods = [period, period + 1, ...(isFirstDay ? [period - 1] : [])];
  return periods.map((one) => keyOf(keys, one).jwk);
}
