import { expect, test } from 'vitest';
import { ROLES, type Role } from '../../contract/users/users.rules.ts';
import { ADMIN_PATHS } from './url/return-url.ts';
import { homeOf, mayOpen } from './use-may.ts';

const everybody: Role[] = ['helper', 'manager', 'auditor', 'admin'];

test.for<[string, Role[]]>([
  ['/admin', ['manager', 'auditor', 'admin']],
  ['/admin/users', ['manager', 'auditor', 'admin']],
  ['/admin/activity', ['auditor', 'admin']],
  ['/admin/audit', ['auditor', 'admin']],
  ['/admin/guest-activity', ['helper', 'auditor', 'admin']],
  ['/admin/verified', ['auditor', 'admin']],
  ['/admin/people', ['admin']],
  ['/admin/notifications', everybody],
  ['/admin/redirects', everybody],
  ['/admin/api-keys', ['auditor', 'admin']],
  ['/admin/settings', ['auditor', 'admin']],
])('%s is for %o', ([path, roles]) => {
  for (const address of [path, `${path}?q=x`, `${path}#part`])
    expect(ROLES.filter((role) => mayOpen(role, address))).toEqual(roles);
});

test('who may not see the dashboard begins with the guests', () => {
  expect(everybody.map(homeOf)).toEqual(['/admin/guest-activity', '/admin', '/admin', '/admin']);
  expect(everybody.every((role) => mayOpen(role, homeOf(role)))).toBe(true);
});

test('Users open no page of the back-office, and every other page', () => {
  expect(ADMIN_PATHS.filter((path) => mayOpen('user', path))).toEqual([]);
  expect(mayOpen('user', '/profile/update-details')).toBe(true);
});
