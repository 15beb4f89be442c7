import { expect, test } from 'vitest';
import { elapsed } from './elapsed.ts';

test.for([
  [-5000, '0s'],
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m 00s'],
  [185_000, '3m 05s'],
  [3_599_000, '59m 59s'],
  [3_600_000, '1h 00m'],
  [7_620_000, '2h 07m'],
] as const)('%d ms reads "%s"', ([ms, words]) => {
  expect(elapsed(ms)).toBe(words);
});
