import { expect, test } from 'vitest';
import { isStaff, may, mayManage, PERMISSIONS, type Permission } from './roles.rules.ts';
import { ROLES, type Role } from './users.rules.ts';

const permissionsOf = (role: Role) => (Object.keys(PERMISSIONS) as Permission[]).filter((name) => may(role, name));

test('Staff are the roles that may enter the back-office', () => {
  expect(ROLES.filter(isStaff)).toEqual(PERMISSIONS['back-office']);
});

test('Users have no permission, admins have all', () => {
  expect(permissionsOf('user')).toEqual([]);
  expect(permissionsOf('admin')).toEqual(Object.keys(PERMISSIONS));
});

test('No role can give a role or manage an account with more permissions than its own', () => {
  for (const role of ROLES)
    for (const other of ROLES)
      if (mayManage(role, other))
        expect(
          permissionsOf(other).filter((name) => !may(role, name)),
          `${role} and ${other}`,
        ).toEqual([]);
});

test('Staff who message guests change neither texts nor the exit, admins excepted', () => {
  for (const role of ROLES)
    if (may(role, 'message-guests') && role !== 'admin')
      expect([role, may(role, 'change-portal')]).toEqual([role, false]);
});

test('An auditor sees everything and changes nothing', () => {
  const reading = (Object.keys(PERMISSIONS) as Permission[]).filter(
    (name) => name === 'back-office' || name.startsWith('see-'),
  );
  expect(permissionsOf('auditor')).toEqual(reading);
});
