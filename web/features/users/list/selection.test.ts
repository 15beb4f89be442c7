import { expect, test } from 'vitest';
import type { User } from '../../../../contract/users.ts';
import { changed, range } from './selection.ts';

const user = (id: string, role: User['role'] = 'user'): User => ({
  id,
  username: id,
  email: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  role,
  status: 'active',
  authType: 'password',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});
const users = [user('a'), user('b'), user('root', 'admin'), user('c'), user('d')];

test.for([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
] as const)('from %s to %s, without admins', ([from, to, ids]) => {
  expect(range(users, from, to)).toEqual(ids);
});

test('selecting and dropping leave the others alone', () => {
  const ids = changed(new Set(['a']), ['b', 'c'], true);
  expect([...ids]).toEqual(['a', 'b', 'c']);
  expect([...changed(ids, ['a', 'c', 'x'], false)]).toEqual(['b']);
});
