import { expect, test } from 'vitest';
import { USER_SORTS } from '../../../../contract/users/users.rules.ts';
import { listUsers, UserFilter } from '../../../../contract/users/users.ts';
import { directionOf, exportUrl, filterOf, NO_FILTER, nextSort, viewOf, withView } from './view.ts';

const plain = { ...NO_FILTER, sort: 'name' } as const;
const some = { q: 'a&b ü', standing: 'needs_auth', role: 'user', sort: '-activity' } as const;

const viewIn = (search: string) => viewOf(new URLSearchParams(search));

test('The URL keeps the view and its other parameters', () => {
  const address = withView(new URLSearchParams('user=42&q=old'), some).toString();
  expect(viewIn(address)).toEqual(some);
  expect(new URLSearchParams(address).get('user')).toBe('42');
  expect(withView(new URLSearchParams(address), plain).toString()).toBe('user=42');
});

test('Unknown parameters are not part of a view', () => {
  expect(viewIn('standing=asleep&role=king&sort=shoe-size')).toEqual(plain);
  expect(viewIn('standing=constructor&role=&sort=--name')).toEqual(plain);
});

test('The server understands the filter', () => {
  const filter = filterOf({ ...some, q: '  hugo  jensen ' });
  expect(filter).toEqual({ q: 'hugo  jensen', standing: 'needs_auth', role: 'user' });
  expect(UserFilter.parse(filter)).toEqual(filter);
  for (const sort of USER_SORTS) expect(listUsers.query.parse({ sort })).toMatchObject({ sort });
});

test('The file has the shown users, in the same order', () => {
  expect(exportUrl(plain)).toBe('/api/admin/users.csv');
  expect(exportUrl({ ...some, q: ' hugo jensen ' })).toBe(
    '/api/admin/users.csv?q=hugo+jensen&standing=needs_auth&role=user&sort=-activity',
  );
});

test.for([
  ['name', 'name', 'ascending', '-name'],
  ['-name', 'name', 'descending', 'name'],
  ['name', 'activity', 'none', '-activity'],
  ['-activity', 'activity', 'descending', 'activity'],
  ['activity', 'activity', 'ascending', '-activity'],
  ['-activity', 'created', 'none', '-created'],
  ['created', 'name', 'none', 'name'],
] as const)('Sorted by %s, the heading %s is %s and leads to %s', ([sort, column, direction, next]) => {
  expect([directionOf(sort, column), nextSort(sort, column)]).toEqual([direction, next]);
});
