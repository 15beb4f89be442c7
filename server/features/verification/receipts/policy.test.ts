import { expect, test } from 'vitest';
import { isSameErrand, mayHaveReceipt } from './policy.ts';

const NOW = 1_800_000_000_000;
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

test.for<[string, number | null, number | null, boolean]>([
  ['who has confirmed nothing', null, null, false],
  ['who is being told', NOW, NOW, false],
  ['a moment before the end of that', NOW - 14_999, NOW - 14_999, false],
  ['when that is over', NOW - 15_000, NOW - 15_000, true],
  ['who was told', NOW, null, true],
  ['whose page was closed before it told anybody', NOW - DAY / 2, NOW - DAY / 2, true],
  ['the last moment of a day', NOW - DAY + 1, null, true],
  ['a day later', NOW - DAY, null, false],
  ['from before the clock was set back', NOW + DAY / 2, null, false],
  ['on a machine whose clock is a little behind', NOW + SECOND, null, true],
])('The time for a receipt: %s', ([, verified_at, submitted_at, expected]) => {
  expect(mayHaveReceipt({ verified_at, submitted_at }, NOW)).toBe(expected);
});

test.for<[string | null, string | null, boolean]>([
  [null, null, true],
  ['one', 'one', true],
  ['one', 'another', false],
  ['one', null, false],
  [null, 'one', false],
])('Confirmed with token %s, here with %s, is the same errand: %s', ([confirmedWith, cameInWith, expected]) => {
  expect(isSameErrand(confirmedWith, cameInWith)).toBe(expected);
});
