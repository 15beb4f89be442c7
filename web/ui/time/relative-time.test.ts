import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.for([
  [0, 'Just now'],
  [59 * SECOND, 'Just now'],
  [-5 * MINUTE, 'Just now'],
  [MINUTE, '1m ago'],
  [59 * MINUTE + 59 * SECOND, '59m ago'],
  [HOUR, '1h ago'],
  [DAY - SECOND, '23h ago'],
  [DAY, '1d ago'],
  [400 * DAY, '400d ago'],
] as const)('%d ms ago reads "%s"', ([ago, words]) => {
  expect(relativeTime(NOW - ago, NOW)).toBe(words);
});
