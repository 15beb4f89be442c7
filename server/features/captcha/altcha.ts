import { createHmac, pbkdf2, randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import { Challenge } from '../../../contract/captcha/captcha.ts';
import { type Clock, isAhead } from '../../clock.ts';
import { isSameSecret } from '../../crypto/constant-time.ts';
import type { Keys } from '../../crypto/keys.ts';
import { parseJson } from '../../text/json.ts';

export const CHALLENGE_LIFETIME_S = 300;
const KEY_BYTES = 32;

const scrypted = promisify<Buffer, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);
const pbkdf2ed = promisify(pbkdf2);

/** Takes tenths of a second on a desktop, one or two seconds on a slow phone. */
const ALGORITHMS = {
  'PBKDF2/SHA-256': {
    parameters: { cost: 1_000 },
    counters: [300, 1_200],
    derive: (password: Buffer, salt: Buffer) => pbkdf2ed(password, salt, 1_000, KEY_BYTES, 'sha256'),
  },
  SCRYPT: {
    parameters: { cost: 128, memoryCost: 8, parallelism: 1 },
    counters: [320, 1_280],
    derive: (password: Buffer, salt: Buffer) => scrypted(password, salt, KEY_BYTES, { N: 128, r: 8, p: 1 }),
  },
} as const;
export type Algorithm = keyof typeof ALGORITHMS;

export type Difficulty = 1 | 2 | 4 | 8;

export type Puzzle = Omit<Challenge['parameters'], 'expiresAt'>;

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.hex(), time: z.number().optional() }),
});

/** ALTCHA version 2 with a known counter: the right key proves the work. */
export function createAltcha(keys: Keys, clock: Clock) {
  const signatureKey = keys.derive('captcha:challenge').export().toString('base64');
  const solutionKey = keys.derive('captcha:key').export().toString('base64');
  const hmac = (key: string, data: string | Buffer) => createHmac('sha256', key).update(data).digest('hex');
  const signature = (parameters: Challenge['parameters']) =>
    hmac(signatureKey, JSON.stringify(parameters, Object.keys(parameters).sort()));

  /** Bounded, in case the clock was set back. */
  const isValid = (expiresAt: number) =>
    expiresAt > clock.now() && !isAhead(expiresAt - CHALLENGE_LIFETIME_S * 1000, clock.now());

  return {
    async puzzle(algorithm: Algorithm, difficulty: Difficulty): Promise<Puzzle> {
      const { parameters: work, counters, derive } = ALGORITHMS[algorithm];
      const nonce = randomBytes(16);
      const salt = randomBytes(16);
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(randomInt(counters[0] * difficulty, counters[1] * difficulty));
      const key = await derive(Buffer.concat([nonce, counter]), salt);
      return {
        algorithm,
        ...work,
        keyLength: KEY_BYTES,
        keyPrefix: key.toString('hex', 0, KEY_BYTES / 2),
        keySignature: hmac(solutionKey, key),
        nonce: nonce.toString('hex'),
        salt: salt.toString('hex'),
      };
    },

    challenge(puzzle: Puzzle): Challenge {
      const parameters = { ...puzzle, expiresAt: Math.floor(clock.now() / 1000) + CHALLENGE_LIFETIME_S };
      return { parameters, signature: signature(parameters) };
    },

    solved(token: string): { id: string; expiresAt: number } | null {
      const payload = parseJson(Payload, Buffer.from(token, 'base64').toString('utf8'));
      if (payload === null) return null;
      const { challenge, solution } = payload;
      const expiresAt = challenge.parameters.expiresAt * 1000;
      if (!isSameSecret(challenge.signature, signature(challenge.parameters)) || !isValid(expiresAt)) return null;
      const found = hmac(solutionKey, Buffer.from(solution.derivedKey, 'hex'));
      return isSameSecret(challenge.parameters.keySignature, found) ? { id: challenge.signature, expiresAt } : null;
    },
  };
}
