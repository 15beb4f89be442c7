import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_PERIOD_S } from '../../../../contract/auth/second-factor.rules.ts';
import type { Db, Trx } from '../../../db/tables.ts';

/** 160 bits, the output size of SHA-1. */
const SECRET_BYTES = 20;
/** One step before and after, because phone clocks drift. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const appOf = (secret: string, issuer = '', label = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

export const totpUri = (secret: string, organisation: string, username: string): string =>
  appOf(secret, organisation, username).toString();

/** Null if the code is wrong. Spaces are allowed: people type codes in groups. */
export function totpStep(secret: string, typed: string, now: number): number | null {
  const token = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(token) || token.length !== TOTP_DIGITS) return null;
  const delta = appOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / TOTP_PERIOD_S) + delta;
}

export const findTotpApp = (db: Db | Trx, userId: string) =>
  db.selectFrom('totp_apps').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Each code works once, across all processes. */
export async function takeTotpStep(trx: Trx, userId: string, secret: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
