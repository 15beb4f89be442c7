import { createPublicKey, sign, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { keysFrom } from '../../../crypto/keys.ts';
import { publishedKeysAt, signingKeyAt } from './signing-keys.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The first moment of a period. */
const START = 90 * DAY * 230;
const keys = keysFrom('a-key-for-tests-that-is-long-enough');
const kids = (now: number) => publishedKeysAt(keys, now).map(({ kid }) => kid);
const signedWith = (now: number) => signingKeyAt(keys, now).jwk.kid;

test('Every process derives the same key from the same server key, and another from another', () => {
  const again = keysFrom('a-key-for-tests-that-is-long-enough');
  const other = keysFrom('another-key-that-is-long-enough-too');
  expect(signingKeyAt(again, START).jwk).toEqual(signingKeyAt(keys, START).jwk);
  expect(signingKeyAt(other, START).jwk.x).not.toBe(signingKeyAt(keys, START).jwk.x);
});

test('A published key has its thumbprint as id, verifies signatures and contains nothing private', async () => {
  const { privateKey, jwk } = signingKeyAt(keys, START);
  expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  expect(jwk.kid).toBe(await calculateJwkThumbprint({ ...jwk }));
  const text = Buffer.from('anything');
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  expect(verify(null, text, publicKey, sign(null, text, privateKey))).toBe(true);
});

test('A key is used for 90 days, published 90 days before and one day after', () => {
  const before = signedWith(START - 1);
  const during = signedWith(START);
  expect(signedWith(START + 90 * DAY - 1)).toBe(during);
  const after = signedWith(START + 90 * DAY);
  expect(new Set([before, during, after]).size).toBe(3);
  expect(kids(START - 1)).toEqual([before, during]);
  expect(kids(START)).toEqual([during, after, before]);
  expect(kids(START + DAY - 1)).toContain(before);
  expect(kids(START + DAY)).toEqual([during, after]);
});
