import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Keys } from '../../server/crypto/keys.ts';
import { WAIT_MS } from './patience.ts';

/** A solved challenge like the browser's, but almost without work, because the test has the server's key. */
export async function solvedCaptcha(keys: Keys, now: number): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 0,
    deriveKey,
    expiresAt: Math.floor(now / 1000) + 300,
    hmacSignatureSecret: keys.derive('captcha:challenge').export().toString('base64'),
    hmacKeySignatureSecret: keys.derive('captcha:key').export().toString('base64'),
  });
  const solution = await solveChallenge({ challenge, deriveKey, timeout: WAIT_MS });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
