import { expect, test } from 'vitest';
import { formatDateTime, formatDay } from './format-date.ts';

test('a time is day, month in letters, year and 24 hours', () => {
  expect(formatDateTime('2026-11-05T14:03:00')).toBe('5 Nov 2026, 14:03');
});

test('a birthday is the same day everywhere', () => {
  expect(formatDay('1990-01-01')).toBe('1 Jan 1990');
});
