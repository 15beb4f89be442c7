import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_PERIOD_S } from '../../../../contract/auth/second-factor.rules.ts';

/** 160 bits, as long as what the algorithm makes of it. */
const SECRET_BYTES = 20;
/** Steps before and after this one: clocks of telephones differ, and typing takes its time. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const appOf = (secret: string, issuer = '', label = '') =>
  // What every app can do; many ignore what they are told of it.
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** What apps read from the picture. */
export const totpUri = (secret: string, organisation: string, username: string): string =>
  appOf(secret, organisation, username).toString();

/** The step whose code this is, near this time; null where it is of none. People type codes in groups. */
export function totpStep(secret: string, typed: string, now: number): number | null {
  const token = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(token) || token.length !== TOTP_DIGITS) return null;
  const delta = appOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / TOTP_PERIOD_S) + delta;
}
