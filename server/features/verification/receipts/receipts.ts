import { randomUUID } from 'node:crypto';
import type { Core } from '../../../core.ts';
import { publicGuestId } from '../../../visitor/guest-id.ts';
import type { Gate } from '../gate/gate.ts';
import { findVerification } from '../queries.ts';
import { findResult } from '../verified/queries.ts';
import { isSameErrand, mayHaveReceipt } from './policy.ts';
import { signingKeyAt } from './signing-keys.ts';

const VALID_S = 10 * 60;
const PARAMETER = 'receipt';

export interface ReceiptDeps extends Pick<Core, 'config' | 'db' | 'clock' | 'keys'> {
  readonly gate: Pick<Gate, 'passOf'>;
}

/** Proves to the exit's site that this browser confirmed an address. */
export async function issueReceipt(deps: ReceiptDeps, guestSecret: string, exitUrl: string): Promise<string | null> {
  const { config, db, clock, keys, gate } = deps;
  const now = clock.now();
  const verification = await findVerification(db, guestSecret);
  if (verification === undefined || !mayHaveReceipt(verification, now)) return null;
  const result = await findResult(db, publicGuestId(keys, guestSecret), verification.verified_at);
  if (result === undefined) return null;
  const pass = await gate.passOf(db, guestSecret);
  if (!isSameErrand(result.gate_jti, pass?.jti ?? null)) return null;
  const { SignJWT } = await import('jose');
  const { privateKey, jwk } = signingKeyAt(keys, now);
  const issuedAt = Math.floor(now / 1000);
  const claims = {
    email: result.email,
    email_verified: true,
    verified_at: new Date(result.verified_at).toISOString(),
    ...(result.gate_sub !== null && { sub: result.gate_sub }),
    ...(result.gate_jti !== null && { gate_jti: result.gate_jti }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ: 'receipt+jwt' })
    .setIssuer(config.publicUrl.origin)
    .setAudience(new URL(exitUrl).origin)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + VALID_S)
    .sign(privateKey);
}

export function withReceipt(exitUrl: string, receipt: string): string {
  const url = new URL(exitUrl);
  // Otherwise the site would find the settings' one first.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  url.search = `${url.search}${url.search === '' ? '?' : '&'}${PARAMETER}=${receipt}`;
  return url.href;
}
