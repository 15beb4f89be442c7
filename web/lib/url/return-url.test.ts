import { expect, test } from 'vitest';
import { allowedReturnUrl, requestedUrl, returnParam } from './return-url.ts';

test.each([
  ['/admin/users?q=mira&role=user', null, '/admin/users?q=mira&role=user'],
  ['/admin/settings#chat', null, '/admin/settings#chat'],
  ['/admin', null, '/admin'],
  ['/profile/update-details', '/profile/update-details', '/profile/update-details'],
  ['/terms-agreement?x=//evil.example', '/terms-agreement?x=//evil.example', '/terms-agreement?x=//evil.example'],
  // Not worth returning to, or would end the new session.
  ['/auth/re-login', null, null],
  ['/auth', null, null],
  ['/admin/login', null, null],
  ['/admin/nope', null, null],
  ['/anything', null, null],
  ['/', null, null],
  ['', null, null],
  [null, null, null],
])('From %s a user is led to %s, an admin to %s', (wanted, forUser, forAdmin) => {
  expect(allowedReturnUrl(wanted, false)).toBe(forUser);
  expect(allowedReturnUrl(wanted, true)).toBe(forAdmin);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '//evil.example/admin/users',
  'https://evil.example',
  'https:evil.example',
  'HTTPS:/admin/users',
  'http://localhost@evil.example/admin',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /admin/users',
  '/admin/users ',
  '/\t/evil.example',
  '/admin\n/users',
  '/admin/users?q=\r\nx',
  '/admin/users\u0000',
  '/admin/users\\..\\..',
  '/admin/users/../../../evil.example',
  '/admin/users/..//evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/admin%2fusers',
  '%2f%2fevil.example',
  '/.//evil.example',
  '/ADMIN/users',
  '/admin/users;//evil.example',
  '/admin.evil.example',
  `/admin/users?q=${'x'.repeat(2_000)}`,
])('The return URL %j leads nowhere else', (wanted) => {
  expect([allowedReturnUrl(wanted, false), allowedReturnUrl(wanted, true)]).toEqual([null, null]);
});

test('The sign-in page finds the wanted page in its URL', () => {
  const { next } = returnParam({ pathname: '/admin/users', search: '?q=a%26b', hash: '' });
  expect(next).toBe('/admin/users?q=a%26b');
  expect(requestedUrl({ pathname: '/admin/login', search: `?${new URLSearchParams({ next: next ?? '' })}` })).toBe(
    next,
  );
  expect(requestedUrl({ pathname: '/profile/update-details', search: '' })).toBe('/profile/update-details');
  for (const pathname of ['/admin', '/user/email-entry', '/admin/nope'])
    expect(returnParam({ pathname, search: '', hash: '' })).toEqual({});
});
