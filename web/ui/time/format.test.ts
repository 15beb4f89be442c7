import { expect, test } from 'vitest';
import {
  countdown,
  elapsed,
  formatDateTime,
  formatDay,
  formatTime,
  relativeTime,
  shortDuration,
  timeAgo,
} from './format.ts';

test('A time is day, month in letters, year and 24 hours', () => {
  expect(formatDateTime('2026-11-05T14:03:00')).toBe('5 Nov 2026, 14:03');
});

test('A birthday is the same day everywhere', () => {
  expect(formatDay('1990-01-01')).toBe('1 Jan 1990');
});

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

test('up to 30 days a time is relative and its title exact', () => {
  const at = new Date(NOW - 30 * DAY + SECOND).toISOString();
  expect(timeAgo(at, NOW)).toEqual({ text: '29d ago', title: formatDateTime(at) });
});

test('from 30 days on it is a date and its title is relative too', () => {
  expect(timeAgo('2025-12-20T12:00:00', Date.parse('2026-11-15T12:00:00'))).toEqual({
    text: '20 Dec 2025',
    title: '20 Dec 2025, 12:00 (330d ago)',
  });
});

test.for([
  [-5000, '0s'],
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m 00s'],
  [185_000, '3m 05s'],
  [3_599_000, '59m 59s'],
  [3_600_000, '1h 00m'],
  [7_620_000, '2h 07m'],
] as const)('A duration of %d ms reads "%s"', ([ms, words]) => {
  expect(elapsed(ms)).toBe(words);
});

test('A time of today is shown to the second', () => {
  expect(formatTime('2026-11-05T14:03:09')).toBe('14:03:09');
});

test.for([
  [-5000, '0 s'],
  [40_999, '40 s'],
  [130_000, '2 min'],
  [7_300_000, '2 h'],
] as const)('%d ms last about "%s"', ([ms, words]) => {
  expect(shortDuration(ms)).toBe(words);
});

test.for([
  [130_000, '2:10'],
  [129_001, '2:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-5000, '0:00'],
] as const)('%d ms left read "%s"', ([ms, words]) => {
  expect(countdown(ms)).toBe(words);
});
