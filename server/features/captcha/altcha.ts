import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey as scrypt } from 'altcha-lib/algorithms/scrypt';
import * as z from 'zod';
import { Challenge } from '../../../contract/captcha.ts';
import type { Clock } from '../../clock.ts';
import type { Keys } from '../../keys.ts';

export const CHALLENGE_LIFETIME_S = 300;

/**
 * The solver tries counters from zero until it meets the secret one, so `counter` bounds the work: some
 * tenths of a second on a desktop, one or two seconds on a slow phone.
 */
const WORK = {
  'PBKDF2/SHA-256': { deriveKey: pbkdf2, cost: 5_000, counter: [100, 400] },
  SCRYPT: { deriveKey: scrypt, cost: 1_024, memoryCost: 8, parallelism: 1, counter: [40, 160] },
} as const;
export type Algorithm = keyof typeof WORK;

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({
    counter: z.int().min(0),
    derivedKey: z.string().regex(/^[0-9a-f]+$/),
    time: z.number().optional(),
  }),
});

export interface Altcha {
  challenge(algorithm: Algorithm): Promise<Challenge>;
  /** The id of the solved challenge and when it expires, or null for anything that is not a solution. */
  solved(token: string): Promise<{ id: string; expiresAt: number } | null>;
}

export function createAltcha(keys: Keys, clock: Clock): Altcha {
  const secrets = {
    hmacSignatureSecret: keys.derive('captcha:challenge').toString('base64'),
    hmacKeySignatureSecret: keys.derive('captcha:key').toString('base64'),
  };
  return {
    async challenge(algorithm) {
      const { counter, ...work } = WORK[algorithm];
      return Challenge.parse(
        await createChallenge({
          algorithm,
          ...work,
          ...secrets,
          counter: randomInt(counter[0], counter[1]),
          expiresAt: Math.floor(clock.now() / 1000) + CHALLENGE_LIFETIME_S,
        }),
      );
    },

    async solved(token) {
      const payload = parsePayload(token);
      if (payload === null || !(payload.challenge.parameters.algorithm in WORK)) return null;
      const { challenge, solution } = payload;
      const expiresAt = challenge.parameters.expiresAt * 1000;
      if (expiresAt <= clock.now()) return null;
      const { deriveKey } = WORK[challenge.parameters.algorithm as Algorithm];
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      return result.verified ? { id: challenge.signature, expiresAt } : null;
    },
  };
}

function parsePayload(token: string): z.output<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}
