import { expect, test } from 'vitest';
import { describeSeconds } from './seconds.ts';

test.for([
  [5, '5 s'],
  [60, '1:00 min'],
  [75, '1:15 min'],
  [360, '6:00 min'],
] as const)('%d seconds are %s', ([seconds, words]) => {
  expect(describeSeconds(seconds)).toBe(words);
});
