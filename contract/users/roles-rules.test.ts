import { expect, test } from 'vitest';
import { isStaff, may, mayManage, PERMISSIONS, type Permission } from './roles.rules.ts';
import { ROLES, type Role } from './users.rules.ts';

const permissionsOf = (role: Role) => (Object.keys(PERMISSIONS) as Permission[]).filter((name) => may(role, name));

test('staff are those who may come in', () => {
  expect(ROLES.filter(isStaff)).toEqual(PERMISSIONS['back-office']);
});

test('users have nothing of it, admins everything', () => {
  expect(permissionsOf('user')).toEqual([]);
  expect(permissionsOf('admin')).toEqual(Object.keys(PERMISSIONS));
});

test('nobody gives a role, or gets at an account, that may do what they may not', () => {
  for (const role of ROLES)
    for (const other of ROLES)
      if (mayManage(role, other))
        expect(
          permissionsOf(other).filter((name) => !may(role, name)),
          `${role} and ${other}`,
        ).toEqual([]);
});

test('staff who message guests change neither texts nor the exit, unless they may do everything', () => {
  for (const role of ROLES)
    if (may(role, 'message-guests') && role !== 'admin')
      expect([role, may(role, 'change-portal')]).toEqual([role, false]);
});

test('an auditor sees everything and changes nothing', () => {
  const reading = (Object.keys(PERMISSIONS) as Permission[]).filter(
    (name) => name === 'back-office' || name.startsWith('see-'),
  );
  expect(permissionsOf('auditor')).toEqual(reading);
});
