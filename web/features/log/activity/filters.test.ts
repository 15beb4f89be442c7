import { afterEach, expect, test, vi } from 'vitest';
import { ActivityFilter, ActivityQuery } from '../../../../contract/log/activity.ts';
import { dayOf } from '../../../lib/days.ts';
import { filterGroups, filtersOf, isFiltered, NO_FILTERS, paramsOf, queryOf } from './filters.ts';

afterEach(() => vi.unstubAllEnvs());

const some = { filter: 'failed', q: 'a&b=ü', from: '2026-11-01', to: '2026-11-05' } as const;

test('Every filter of the contract can be chosen', () => {
  expect(filterGroups.flat().map(({ value }) => value)).toEqual(ActivityFilter.options);
});

test('The URL keeps the filters', () => {
  expect(filtersOf(new URLSearchParams(paramsOf(some).toString()))).toEqual(some);
  expect(paramsOf(NO_FILTERS).toString()).toBe('');
});

test('Other parameters are ignored', () => {
  const filters = filtersOf(new URLSearchParams('filter=everything&from=yesterday&to=2026-02-31'));
  expect(filters).toEqual(NO_FILTERS);
  expect(isFiltered(filters)).toBe(false);
});

test('The server understands the query, which includes the last day', () => {
  vi.stubEnv('TZ', 'UTC');
  const query = queryOf(some);
  expect(ActivityQuery.parse(query)).toEqual(query);
  expect(Date.parse(query.to ?? '') - Date.parse(query.from ?? '')).toBe(5 * 24 * 60 * 60 * 1000);
  expect(queryOf({ ...NO_FILTERS, q: '  ' })).toEqual({ filter: 'all' });
});

test.for([
  ['UTC', '2026-11-05', '2026-11-05T00:00:00.000Z', '2026-11-06T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z', '2026-01-01T18:30:00.000Z'],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  // Daylight saving: a day of 23 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
] as const)('In %s, %s is from %s until %s', ([zone, day, from, to]) => {
  vi.stubEnv('TZ', zone);
  expect(queryOf({ ...NO_FILTERS, from: day, to: day })).toMatchObject({ from, to });
  expect(dayOf(new Date(from))).toBe(day);
});

test.for(['', '2026', '2026-02-30', '2026-13-01', '5 Nov 2026', '02026-01-01', '0020-01-01'])(
  '"%s" is no day',
  (text) => {
    expect(filtersOf(new URLSearchParams({ from: text })).from).toBe('');
  },
);

test('A leap day is a day', () => {
  expect(filtersOf(new URLSearchParams('from=2028-02-29')).from).toBe('2028-02-29');
});
