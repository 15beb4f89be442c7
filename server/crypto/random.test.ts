import { expect, test } from 'vitest';
import { pooledRandomBytes } from './random.ts';

test('Random pieces have the requested length and never repeat', () => {
  const seen = new Set<string>();
  // Lengths that do not divide the pool, and more than it holds.
  for (let count = 0; count < 3_000; count += 1) {
    const length = 12 + (count % 5);
    const piece = pooledRandomBytes(length);
    expect(piece).toHaveLength(length);
    seen.add(piece.toString('hex'));
  }
  expect(seen.size).toBe(3_000);
});
