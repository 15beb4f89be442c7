import type { CryptoKey, JWTPayload, JWTVerifyOptions, KeyObject } from 'jose';
import * as z from 'zod';
import { isPlainText } from '../../../contract/plain-text.ts';
import { isAhead } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';

const AUDIENCE = 'guest-gate';
const LONGEST_S = 15 * 60;
/** How long a browser that used a token may use the guest pages. */
export const PASS_MS = 12 * 60 * 60 * 1000;

/** After it has expired: a clock that went ahead and was set back must not make a used one good again. */
const REMEMBERED_FOR_MS = 24 * 60 * 60 * 1000;

const INVALID = 'Invalid or expired token';
const USED = 'This token has been used already';

export interface Gate {
  readonly isOpen: boolean;
  /** Good once: the second browser that brings it, to whichever process, is refused. Answers why, or null. */
  useToken(token: string): Promise<string | null>;
  sweep(closing: AbortSignal): Promise<void>;
}

/** What a good signature says nothing about: the system that signed it may have put anything into it. */
const Claims = z.object({
  exp: z.number(),
  iat: z.number(),
  jti: z.string().min(1).max(200).refine(isPlainText),
});

type Key = Uint8Array | CryptoKey | KeyObject;

function verification(key: Extract<Config['gate'], { mode: 'token' }>['key']): { key: Key; algorithms: string[] } {
  if (typeof key === 'string') return { key: new TextEncoder().encode(key), algorithms: ['HS256'] };
  return { key, algorithms: key.asymmetricKeyType === 'ec' ? ['ES256'] : ['EdDSA', 'Ed25519'] };
}

type GateDeps = Pick<Core, 'config' | 'db' | 'clock'>;

export async function createGate({ config: { gate }, db, clock }: GateDeps): Promise<Gate> {
  const sweep = (closing: AbortSignal) => {
    const old = { key: 'jti', time: 'expires_at', before: clock.now() - REMEMBERED_FOR_MS } as const;
    return sweepTable(db, { table: 'gate_tokens', ...old }, closing);
  };
  if (gate.mode === 'open') return { isOpen: true, useToken: async () => INVALID, sweep };
  const { jwtVerify } = await import('jose');
  const { key, algorithms } = verification(gate.key);

  const verified = async (token: string): Promise<JWTPayload | null> => {
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
    isOpen: false,
    sweep,
    async useToken(token) {
      const { success, data } = Claims.safeParse(await verified(token));
      // From ahead of our clock it would live longer than it may.
      if (!success || data.exp - data.iat > LONGEST_S || isAhead(data.iat * 1000, clock.now())) return INVALID;
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('gate_tokens')
        // Until the token is good for nothing, also where its end is not a whole second.
        .values({ jti: data.jti, expires_at: Math.ceil(data.exp) * 1000 })
        .onConflict((conflict) => conflict.column('jti').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n ? null : USED;
    },
  };
}
