import { expect, test } from 'vitest';
import { barTimes } from './bar-times.ts';

const every = (hours: number, from: string, count: number, cut: string) => [
  cut,
  ...Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * hours * 60 * 60_000).toISOString(),
  ),
];

test('an hour is named by its start and end, the cut one and the current one too', () => {
  const starts = every(1, '2026-11-17T11:00:00Z', 24, '2026-11-17T10:44:00Z');
  const names = barTimes(starts, '24h', 0).map(({ name }) => name);
  expect([names[0], names[1], names.at(-1)]).toEqual(['10:44–11:00', '11:00–12:00', '10:00–now']);
});

test('every sixth full hour has a tick', () => {
  const starts = every(1, '2026-11-17T11:00:00Z', 24, '2026-11-17T10:44:00Z');
  const ticks = barTimes(starts, '24h', 0).map(({ tick }) => tick);
  expect(ticks.filter(Boolean)).toEqual(['11:00', '17:00', '23:00', '05:00']);
  expect(ticks[1]).toBe('11:00');
});

test('bars of six hours name day and time, and have a tick at midnight', () => {
  // Vienna in winter.
  const starts = every(6, '2026-11-11T17:00:00Z', 28, '2026-11-11T13:44:00Z');
  const times = barTimes(starts, '7d', -60);
  expect(times[0]?.name).toBe('Wed 11 Nov, 14:44–18:00');
  expect(times[2]).toEqual({ name: 'Thu 12 Nov, 00:00–06:00', tick: 'Thu' });
  expect(times.filter(({ tick }) => tick)).toHaveLength(7);
});

test('across a clock change each day keeps its name', () => {
  // New York; the clocks went back on 1 November.
  const starts = every(24, '2026-10-20T05:00:00Z', 30, '2026-10-19T14:44:00Z');
  const names = barTimes(starts, '30d', 300).map(({ name }) => name);
  expect(names[0]).toBe('Mon 19 Oct from 09:44');
  expect(names.slice(1, 3)).toEqual(['Tue 20 Oct', 'Wed 21 Oct']);
  expect(names[13]).toBe('Sun 1 Nov');
  expect(names.at(-1)).toBe('Today');
  expect(new Set(names).size).toBe(31);
});
