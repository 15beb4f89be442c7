import { createHmac, randomUUID } from 'node:crypto';
import { iso } from '../../../clock.ts';
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

/** What this browser confirmed with its current gate token, if any. */
async function confirmedBy({ db, clock, keys, gate }: ReceiptDeps, guestSecret: string) {
  const verification = await findVerification(db, guestSecret);
  if (verification === undefined || !mayHaveReceipt(verification, clock.now())) return null;
  const result = await findResult(db, publicGuestId(keys, guestSecret), verification.verified_at);
  if (result === undefined) return null;
  const pass = await gate.passOf(db, guestSecret);
  return isSameErrand(result.gate_jti, pass?.jti ?? null) ? result : null;
}

type Confirmed = NonNullable<Awaited<ReturnType<typeof confirmedBy>>>;

interface Frame {
  readonly audience: string;
  readonly jti: string;
  readonly at: number;
}

async function sign({ config, keys }: ReceiptDeps, confirmed: Confirmed, { audience, jti, at }: Frame) {
  const { SignJWT } = await import('jose');
  const { privateKey, jwk } = signingKeyAt(keys, at);
  const issuedAt = Math.floor(at / 1000);
  const claims = {
    email: confirmed.email,
    email_verified: true,
    verified_at: iso(confirmed.verified_at),
    ...(confirmed.gate_sub !== null && { sub: confirmed.gate_sub }),
    ...(confirmed.gate_jti !== null && { gate_jti: confirmed.gate_jti }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ: 'receipt+jwt' })
    .setIssuer(config.publicUrl.origin)
    .setAudience(audience)
    .setJti(jti)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + VALID_S)
    .sign(privateKey);
}

/** The receipt proves to the exit's site that this browser confirmed an address. */
export async function issueReceipt(deps: ReceiptDeps, guestSecret: string, exitUrl: string): Promise<string | null> {
  const confirmed = await confirmedBy(deps, guestSecret);
  if (confirmed === null) return null;
  return sign(deps, confirmed, { audience: new URL(exitUrl).origin, jti: randomUUID(), at: deps.clock.now() });
}

export interface Flow {
  readonly origin: string;
  readonly openedAt: number;
  /** The receipt's id is derived from it. */
  readonly signature: string;
}

/** Always the same receipt for a flow, so that the site can use it only once. */
export async function issueFlowReceipt(
  deps: ReceiptDeps,
  guestSecret: string,
  { origin, openedAt, signature }: Flow,
): Promise<string | null> {
  const confirmed = await confirmedBy(deps, guestSecret);
  if (confirmed === null || confirmed.verified_at < openedAt) return null;
  const at = confirmed.verified_at;
  if (deps.clock.now() >= at + VALID_S * 1000) return null;
  const jti = createHmac('sha256', deps.keys.derive('flow-receipt')).update(`${signature} ${at}`).digest('base64url');
  return sign(deps, confirmed, { audience: origin, jti, at });
}

export function withReceipt(exitUrl: string, receipt: string): string {
  const url = new URL(exitUrl);
  // The URL from the settings may contain the parameter already, and sites would read that one.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  url.search = `${url.search}${url.search === '' ? '?' : '&'}${PARAMETER}=${receipt}`;
  return url.href;
}
