import { expect, test } from 'vitest';
import { auditPath, filtersOf, isFiltered, NO_FILTERS, queryOf } from './filters.ts';

const read = (search: string) => filtersOf(new URLSearchParams(search));

test('Filters come from the URL and nothing else', () => {
  const filters = { ...NO_FILTERS, person: 'command_line', kind: 'role', target: 'guest_2001:db8::1' } as const;
  expect(read(auditPath(filters).split('?')[1] ?? '')).toEqual(filters);
  expect(isFiltered(filters)).toBe(true);
  expect(read('person=a%20b&kind=toString&target=%00&from=2026-13-01&other=1')).toEqual(NO_FILTERS);
  expect(isFiltered(NO_FILTERS)).toBe(false);
});

test('The query has only filters that narrow the list', () => {
  expect(Object.values(queryOf(NO_FILTERS)).filter((value) => value !== undefined)).toEqual([]);
  expect(queryOf({ ...NO_FILTERS, kind: 'exit', from: '2026-11-01' })).toMatchObject({
    kind: 'exit',
    from: new Date(2026, 10, 1).toISOString(),
  });
});
