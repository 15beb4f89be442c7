import { expect, test } from 'vitest';
import type { CurrentUser } from '../contract/auth/auth.ts';
import { pages } from './areas/admin/pages.tsx';
import { type Area, destinationOf, isInOtherLanguage } from './destination.ts';
import { ADMIN_PATHS } from './lib/url/return-url.ts';

const user: CurrentUser = {
  id: '1',
  username: 'nina',
  email: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  role: 'user',
  status: 'active',
  authType: 'password',
  mustChangePassword: false,
  secondFactor: false,
  mustAddSecondFactor: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const admin: CurrentUser = { ...user, role: 'admin' };
const newcomer: CurrentUser = { ...admin, mustChangePassword: true };

const unprotected: CurrentUser = { ...admin, mustAddSecondFactor: true };

const show = (path: string, who: CurrentUser | null) => {
  const destination = destinationOf(path, who);
  if ('area' in destination) return destination.area;
  return `${destination.reload ? 'reload' : 'go'} ${destination.redirect}`;
};

test.each([
  ['/', 'go /user/email-entry'],
  ['/user', 'go /user/email-entry'],
  ['/user/', 'go /user/email-entry'],
  ['/user/verify-code/', 'go /user/verify-code'],
  ['/user/email-entry', 'guest'],
  ['/user/verify-code', 'guest'],
  ['/redirect', 'guest'],
  ['/auth', 'sign-in'],
  ['/admin/login', 'sign-in'],
  ['/auth/verify-email', 'sign-in'],
  ['/auth/re-login', 'sign-in'],
  ['/security-check', 'sign-in'],
  ['/anything/else', 'sign-in'],
  ['/administration', 'sign-in'],
  ['/admin', 'admin-denied'],
  ['/admin/users', 'admin-denied'],
  ['/admin/nope', 'go /admin/login'],
  ['/user/closed', 'guest'],
])('Without a sign-in %s leads to %s', (path, expected) => expect(show(path, null)).toBe(expected));

test.each([
  ['/', 'reload /user/email-entry', 'reload /user/email-entry'],
  ['/user', 'reload /user/email-entry', 'reload /user/email-entry'],
  ['/auth', 'go /', 'go /'],
  ['/auth/verify-email', 'go /', 'go /'],
  ['/admin/login', 'go /', 'go /admin'],
  ['/user/email-entry', 'account', 'account'],
  ['/user/verify-code', 'account', 'account'],
  ['/profile/complete-info', 'account', 'account'],
  ['/profile/update-details', 'account', 'account'],
  ['/auth/re-login', 'account', 'account'],
  ['/terms-agreement', 'account', 'account'],
  ['/security-check', 'account', 'account'],
  ['/redirect', 'account', 'account'],
  ['/anything/else', 'account', 'account'],
  ['/admin', 'admin-denied', 'admin'],
  ['/admin/settings', 'admin-denied', 'admin'],
  ['/admin/nope', 'account', 'account'],
  ['/user/closed', 'account', 'account'],
])('Signed in at %s, a user gets %s, an admin %s', (path, forUser, forAdmin) => {
  expect(show(path, user)).toBe(forUser);
  expect(show(path, admin)).toBe(forAdmin);
});

test.each(['helper', 'manager', 'auditor'] as const)('A %s enters like an admin', (role) => {
  const staff: CurrentUser = { ...user, role };
  for (const path of ['/admin', '/admin/settings', '/admin/login', '/auth', '/user/email-entry', '/admin/nope'])
    expect(show(path, staff)).toBe(show(path, admin));
});

test.each(['/', '/auth', '/admin', '/anything', '/auth/re-login'])('A temporary password comes first at %s', (path) => {
  expect(show(path, newcomer)).toBe('forced-password-change');
});

test.each(['/', '/auth', '/admin', '/anything', '/auth/re-login'])('A missing second factor first at %s', (path) => {
  expect(show(path, unprotected)).toBe('required-second-factor');
  expect(show(path, { ...unprotected, mustChangePassword: true })).toBe('forced-password-change');
});

test.each([
  ['/auth', '?next=%2Fadmin%2Fusers%3Fq%3Dx', '/', '/admin/users?q=x'],
  ['/admin/login', '?next=%2Fprofile%2Fupdate-details', '/profile/update-details', '/profile/update-details'],
  ['/admin/login', '?next=%2F%2Fevil.example', '/', '/admin'],
])('A signed-in user leaves %s%s for %s, an admin for %s', (path, search, forUser, forAdmin) => {
  expect(destinationOf(path, user, search)).toEqual({ redirect: forUser, reload: false });
  expect(destinationOf(path, admin, search)).toEqual({ redirect: forAdmin, reload: false });
});

test.each([
  ['/redirect/', '?token=a.b.c', null, '/redirect?token=a.b.c'],
  ['/', '?token=a.b.c', null, '/user/email-entry?token=a.b.c'],
  ['/user//', '?token=a.b.c', null, '/user/email-entry?token=a.b.c'],
  ['/admin/redirects/', '?user=7', admin, '/admin/redirects?user=7'],
])('%s%s keeps its query', (path, search, who, to) => {
  expect(destinationOf(path, who, search)).toEqual({ redirect: to, reload: false });
});

test.each<[Area, Area, string, string, boolean]>([
  ['account', 'admin', 'de', 'de', true],
  ['account', 'admin', 'en', 'en', false],
  ['admin', 'account', 'en', 'de', true],
  ['admin', 'account', 'en', 'en', false],
  ['admin', 'admin', 'en', 'de', false],
  ['admin-denied', 'sign-in', 'de', 'de', false],
  // Chosen since the page was loaded.
  ['account', 'account', 'de', 'en', false],
  ['account', 'admin', 'de', 'en', true],
])('From %s to %s on a page in "%s", a reader of "%s" needs another page: %s', (from, to, page, reader, expected) => {
  expect(isInOtherLanguage({ from, to }, { page, reader })).toBe(expected);
});

test('A stranger can come back to every page of the back-office after signing in', () => {
  expect(pages.map(({ path }) => path)).toEqual(ADMIN_PATHS);
});
