import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzippedOnce, NONCE, newNonce } from './page-nonce.ts';

const filler = 'Überall steht etwas. '.repeat(200);

test.each([
  ['no nonce', filler],
  ['nothing', ''],
  ['a nonce at the start and at the end', `${NONCE}${filler}${NONCE}`],
  ['two nonces side by side', `<b>${NONCE}${NONCE}</b>`],
  ['a nonce between two texts', `${filler}${NONCE}${filler}`],
])('A page with %s is the same compressed and plain', (_, html) => {
  const gzipped = gzippedOnce(html);
  for (const nonce of [newNonce(), newNonce()])
    expect(gunzipSync(gzipped(nonce)).toString()).toBe(html.replaceAll(NONCE, nonce));
});

test('Nonces differ and are as long as their placeholder', () => {
  const nonces = Array.from({ length: 100 }, newNonce);
  expect(new Set([NONCE, ...nonces]).size).toBe(101);
  expect(new Set(nonces.map(({ length }) => length))).toEqual(new Set([NONCE.length]));
});
