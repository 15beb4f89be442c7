import type { CryptoKey, JWTPayload, JWTVerifyOptions, KeyObject } from 'jose';
import * as z from 'zod';
import { isPlainText } from '../../../../contract/text/plain-text.ts';
import { DAY_MS, HOUR_MS, isAhead } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Core } from '../../../core.ts';
import { sweepTable } from '../../../db/batches.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Db, Trx } from '../../../db/tables.ts';

const AUDIENCE = 'guest-gate';
const LONGEST_S = 15 * 60;
export const PASS_MS = 12 * HOUR_MS;

/** Longer than its validity, so that setting the clock back doesn't revive a used token. */
const REMEMBERED_FOR_MS = DAY_MS;

const INVALID = { refused: 'gateTokenInvalid' } as const;
const USED = { refused: 'gateTokenUsed' } as const;

/** Returned to the organisation with the result. */
export interface GatePass {
  readonly jti: string;
  readonly sub: string | null;
  readonly claims: string | null;
}

/** The issuer may have signed anything, so check every type. */
const Claims = z.object({
  exp: z.number(),
  iat: z.number(),
  jti: z.string().min(1).max(200).refine(isPlainText),
  sub: z.string().max(200).refine(isPlainText).optional(),
});

const CLAIMS_MAX = 2_000;
const OUR_OWN = ['aud', 'exp', 'iat', 'nbf', 'jti', 'sub'];

function passIn(payload: JWTPayload, { jti, sub }: z.output<typeof Claims>): GatePass {
  const others = Object.entries(payload).filter(([name]) => !OUR_OWN.includes(name));
  const claims = JSON.stringify(Object.fromEntries(others));
  const isKept = others.length > 0 && claims.length <= CLAIMS_MAX && isPlainText(claims);
  return { jti, sub: sub ?? null, claims: isKept ? claims : null };
}

type Key = Uint8Array | CryptoKey | KeyObject;

function verification(key: Extract<Config['gate'], { mode: 'token' }>['key']): { key: Key; algorithms: string[] } {
  if (typeof key === 'string') return { key: new TextEncoder().encode(key), algorithms: ['HS256'] };
  return { key, algorithms: key.asymmetricKeyType === 'ec' ? ['ES256'] : ['EdDSA', 'Ed25519'] };
}

const findPass = prepared<{ guestSecret: string }, GatePass>((db, { guestSecret }) =>
  db.selectFrom('gate_passes').select(['jti', 'sub', 'claims']).where('guest_secret', '=', guestSecret),
);

export type Gate = ReturnType<typeof createGate>;

export function createGate({ config: { gate }, db, clock }: Pick<Core, 'config' | 'db' | 'clock'>) {
  const isOpen = gate.mode === 'open';

  const payloadOf = async (token: string): Promise<JWTPayload | null> => {
    if (gate.mode === 'open') return null;
    const { jwtVerify } = await import('jose');
    const { key, algorithms } = verification(gate.key);
    const options: JWTVerifyOptions = {
      algorithms,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: new Date(clock.now()),
    };
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch {
      return null;
    }
  };

  return {
    isOpen,

    /** A token works once, across all processes. */
    async useToken(token: string): Promise<typeof INVALID | typeof USED | { readonly said: GatePass }> {
      const payload = await payloadOf(token);
      const { success, data } = Claims.safeParse(payload);
      // A token issued in the future would be valid for too long.
      if (payload === null || !success || data.exp - data.iat > LONGEST_S || isAhead(data.iat * 1000, clock.now()))
        return INVALID;
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('gate_tokens')
        // Rounded up, because `exp` can be a fraction.
        .values({ jti: data.jti, expires_at: Math.ceil(data.exp) * 1000 })
        .onConflict((conflict) => conflict.column('jti').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n ? { said: passIn(payload, data) } : USED;
    },

    async keepPass(guestSecret: string, pass: GatePass): Promise<void> {
      const row = { jti: pass.jti, sub: pass.sub, claims: pass.claims, used_at: clock.now() };
      await db
        .insertInto('gate_passes')
        .values({ guest_secret: guestSecret, ...row })
        .onConflict((conflict) => conflict.column('guest_secret').doUpdateSet(row))
        .execute();
    },

    async passOf(trx: Db | Trx, guestSecret: string): Promise<GatePass | null> {
      return isOpen ? null : ((await findPass(trx, { guestSecret })).rows[0] ?? null);
    },

    async sweep(closing: AbortSignal): Promise<void> {
      const before = clock.now() - REMEMBERED_FOR_MS;
      await sweepTable(db, { table: 'gate_tokens', key: 'jti', time: 'expires_at', before }, closing);
      await sweepTable(db, { table: 'gate_passes', key: 'guest_secret', time: 'used_at', before }, closing);
    },
  };
}
