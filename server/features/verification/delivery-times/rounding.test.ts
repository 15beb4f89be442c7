import { expect, test } from 'vitest';
import { roundedSeconds } from './rounding.ts';

test.for([
  [0, 5],
  [4_200, 5],
  [5_001, 10],
  [22_000, 25],
  [59_000, 60],
  [61_000, 75],
  [300_000, 300],
  [301_000, 360],
] as const)('%d ms are shown as %d s', ([ms, seconds]) => {
  expect(roundedSeconds(ms)).toBe(seconds);
});
