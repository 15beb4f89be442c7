import { solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKey as scrypt } from 'altcha-lib/algorithms/scrypt';
import { describe, expect, test } from 'vitest';
import { WAIT_MS } from '../../../tests/support/patience.ts';
import { keysFrom } from '../../crypto/keys.ts';
import { createAltcha, type Difficulty } from './altcha.ts';

const keys = keysFrom('a secret for this test only');
const altcha = createAltcha(keys, { now: () => Date.now() });
const token = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

describe.for([
  ['PBKDF2/SHA-256', pbkdf2],
  ['SCRYPT', scrypt],
] as const)('The algorithm %s', ([algorithm, deriveKey]) => {
  test('The library of ALTCHA solves our challenge, and both accept the solution', async () => {
    const challenge = altcha.challenge(await altcha.puzzle(algorithm, 1));
    const solution = await solveChallenge({ challenge, deriveKey });
    if (solution === null) throw new Error('not solved');
    const verdict = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: keys.derive('captcha:challenge').export().toString('base64'),
      hmacKeySignatureSecret: keys.derive('captcha:key').export().toString('base64'),
    });
    expect(verdict.verified).toBe(true);
    expect(altcha.solved(token({ challenge, solution }))).toEqual({
      id: challenge.signature,
      expiresAt: challenge.parameters.expiresAt * 1000,
    });
  });
});

test('Only the solution of an unchanged challenge is accepted', async () => {
  const challenge = altcha.challenge(await altcha.puzzle('PBKDF2/SHA-256', 1));
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2 });
  const { parameters } = challenge;
  const half = parameters.keyPrefix;
  for (const payload of [
    { challenge, solution: { ...solution, derivedKey: half } },
    { challenge, solution: { ...solution, derivedKey: half + half } },
    { challenge, solution: { ...solution, derivedKey: '' } },
    { challenge: { ...challenge, signature: '' }, solution },
    { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, keySignature: '' } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, data: 'more' } }, solution: null },
    {},
  ]) {
    expect(altcha.solved(token(payload))).toBeNull();
  }
  expect(altcha.solved(token({ challenge, solution }))).not.toBeNull();
});

test.for<Difficulty>([2, 8])('A puzzle that is %d times as hard takes so many times the tries', async (difficulty) => {
  const challenge = altcha.challenge(await altcha.puzzle('PBKDF2/SHA-256', difficulty));
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2, timeout: WAIT_MS });
  expect(solution?.counter).toBeGreaterThanOrEqual(300 * difficulty);
  expect(solution?.counter).toBeLessThan(1_200 * difficulty);
});
