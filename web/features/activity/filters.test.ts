import { expect, test } from 'vitest';
import { ActivityFilter, ActivityQuery } from '../../../contract/activity.ts';
import { filterGroups, filtersOf, isFiltered, NO_FILTERS, paramsOf, queryOf } from './filters.ts';

const some = { filter: 'failed', q: 'a&b=ü', from: '2026-11-01', to: '2026-11-05' } as const;

test('every filter of the contract can be chosen', () => {
  expect(filterGroups.flat().map(({ value }) => value)).toEqual(ActivityFilter.options);
});

test('an address keeps the filters', () => {
  expect(filtersOf(new URLSearchParams(paramsOf(some).toString()))).toEqual(some);
  expect(paramsOf(NO_FILTERS).toString()).toBe('');
});

test('what is not a filter is left out', () => {
  const filters = filtersOf(new URLSearchParams('filter=everything&from=yesterday&to=2026-02-31'));
  expect(filters).toEqual(NO_FILTERS);
  expect(isFiltered(filters)).toBe(false);
});

test('the server understands the query, and the last day belongs to it', () => {
  const query = queryOf(some);
  expect(ActivityQuery.parse(query)).toEqual(query);
  expect(Date.parse(query.to ?? '') - Date.parse(query.from ?? '')).toBe(5 * 24 * 60 * 60 * 1000);
  expect(queryOf({ ...NO_FILTERS, q: '  ' })).toEqual({ filter: 'all' });
});
