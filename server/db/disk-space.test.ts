import { expect, test } from 'vitest';
import { reservedSpace } from './disk-space.ts';

const GB = 1024 ** 3;

test.for([
  ['a small disk', 0.5 * GB, 50 * 1024 ** 2],
  ['a usual one', 20 * GB, GB],
  ['a large one', 2_000 * GB, 2 * GB],
] as const)('Of %s a part is kept free, within bounds', ([, size, kept]) => {
  expect(reservedSpace(size)).toBe(kept);
});
