import { expect, test } from 'vitest';
import { delaySeconds } from './delays.ts';

test.for([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [14, 512],
  [15, 900],
  [16, 900],
  [1000, 900],
] as const)('after %i failures wait %i s', ([failures, seconds]) => {
  expect(delaySeconds(failures)).toBe(seconds);
});
