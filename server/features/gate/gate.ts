import type { CryptoKey, JWTPayload, JWTVerifyOptions, KeyObject } from 'jose';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';

const AUDIENCE = 'guest-gate';
const LONGEST_S = 15 * 60;
/** How long a browser that used a token may use the guest pages. */
export const PASS_MS = 12 * 60 * 60 * 1000;

const INVALID = 'Invalid or expired token';
const USED = 'This token has been used already';

type TokenVerdict = { accepted: true } | { accepted: false; error: string };

export interface Gate {
  readonly isOpen: boolean;
  /** Good once: whoever comes second, on whichever process, is refused. */
  useToken(token: string): Promise<TokenVerdict>;
  sweep(): Promise<void>;
}

type Key = Uint8Array | CryptoKey | KeyObject;

function verification(key: Extract<Config['gate'], { mode: 'token' }>['key']): { key: Key; algorithms: string[] } {
  if (typeof key === 'string') return { key: new TextEncoder().encode(key), algorithms: ['HS256'] };
  return { key, algorithms: key.asymmetricKeyType === 'ec' ? ['ES256'] : ['EdDSA', 'Ed25519'] };
}

export async function createGate({ gate }: Config, db: Db, clock: Clock): Promise<Gate> {
  const sweep = async () => {
    await db.deleteFrom('gate_tokens').where('expires_at', '<=', clock.now()).execute();
  };
  if (gate.mode === 'open') return { isOpen: true, useToken: async () => ({ accepted: false, error: INVALID }), sweep };
  const { jwtVerify } = await import('jose');
  const { key, algorithms } = verification(gate.key);

  const read = async (token: string): Promise<JWTPayload | null> => {
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
      const payload = await read(token);
      const { exp = 0, iat = 0, jti = '' } = payload ?? {};
      if (payload === null || jti === '' || jti.length > 200 || exp - iat > LONGEST_S)
        return { accepted: false, error: INVALID };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('gate_tokens')
        .values({ jti, expires_at: exp * 1000 })
        .onConflict((conflict) => conflict.column('jti').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n ? { accepted: true } : { accepted: false, error: USED };
    },
  };
}
