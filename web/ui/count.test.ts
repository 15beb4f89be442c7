import { expect, test } from 'vitest';
import { counted } from './count.ts';

test.for([
  [0, '0 users'],
  [1, '1 user'],
  [2, '2 users'],
  [12_345, '12,345 users'],
] as const)('%d is "%s"', ([count, words]) => {
  expect(counted(count, 'user')).toBe(words);
});
