import { expect, test } from 'vitest';
import { RETRY_FOR_A_DAY, RETRY_SOON } from './retry-policy.ts';

const MINUTE = 60_000;

test('A program is retried for a day: soon at first, later every two hours', () => {
  const pauses = Array.from({ length: 20 }, (_, index) => RETRY_FOR_A_DAY.pauseMs(index + 1, null));
  expect(pauses.slice(0, 8).map((ms) => ms / MINUTE)).toEqual([5 / 60, 0.5, 2, 10, 30, 60, 120, 120]);
  expect(Math.max(...pauses)).toBe(RETRY_FOR_A_DAY.longestPauseMs);
});

test.for([
  ['nothing', 1, null, 5_000],
  ['less than the pause', 3, 1_000, 2 * MINUTE],
  ['more than the pause', 1, MINUTE, MINUTE],
] as const)('With Retry-After %s the longer pause counts', ([, attempts, asked, pause]) => {
  expect(RETRY_FOR_A_DAY.pauseMs(attempts, asked)).toBe(pause);
});

test('Messages to people follow Retry-After, and otherwise wait twice as long each time', () => {
  expect([1, 2, 3].map((attempts) => RETRY_SOON.pauseMs(attempts, null))).toEqual([2_000, 4_000, 8_000]);
  expect(RETRY_SOON.pauseMs(5, 1_000)).toBe(1_000);
});
