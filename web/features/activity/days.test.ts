import { afterEach, expect, test, vi } from 'vitest';
import { beginningOf, dayOf, endOf, isDay } from './days.ts';

afterEach(() => vi.unstubAllEnvs());

test.for([
  ['UTC', '2026-11-05', '2026-11-05T00:00:00.000Z', '2026-11-06T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z', '2026-01-01T18:30:00.000Z'],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  // The clocks go forward: 23 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
] as const)('in %s, %s is from %s until %s', ([zone, day, from, to]) => {
  vi.stubEnv('TZ', zone);
  expect([beginningOf(day), endOf(day)]).toEqual([from, to]);
  expect(dayOf(new Date(from))).toBe(day);
});

test.for(['', '2026', '2026-02-30', '2026-13-01', '5 Nov 2026', '02026-01-01', '0020-01-01'])(
  '"%s" is no day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

test('a leap day is a day', () => {
  expect(isDay('2028-02-29')).toBe(true);
});
