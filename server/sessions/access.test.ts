import { expect, test } from 'vitest';
import { PERMISSIONS, type Permission } from '../../contract/users/roles.rules.ts';
import { ROLES, type Role } from '../../contract/users/users.rules.ts';
import { type Access, refusal } from './access.ts';
import type { Session } from './sessions.ts';

const session = (role: Role, passwordState: 'own' | 'temporary' | 'first_run', missesSecondFactor = false) =>
  ({ user: { role, mustChangePassword: passwordState === 'temporary' }, missesSecondFactor }) as Session;

const people = {
  nobody: null,
  user: session('user', 'own'),
  'user with a temporary password': session('user', 'temporary'),
  admin: session('admin', 'own'),
  'admin with a temporary password': session('admin', 'temporary'),
  'first admin': session('admin', 'first_run'),
  'admin without the second factor': session('admin', 'own', true),
};

const table: [Access, keyof typeof people, string | null][] = [
  ['anyone', 'nobody', null],
  ['guest', 'nobody', 'gate_closed'],
  ['guest', 'admin', 'gate_closed'],
  ['anyone', 'user with a temporary password', null],
  ['signed-in', 'nobody', 'not_signed_in'],
  ['signed-in', 'user', null],
  ['signed-in', 'user with a temporary password', null],
  ['user', 'nobody', 'not_signed_in'],
  ['user', 'user', null],
  ['user', 'user with a temporary password', 'password_change_required'],
  ['user', 'admin', null],
  ['change-portal', 'nobody', 'not_signed_in'],
  ['change-portal', 'user', 'not_allowed'],
  ['change-portal', 'user with a temporary password', 'password_change_required'],
  ['change-portal', 'admin', null],
  ['change-portal', 'admin with a temporary password', 'password_change_required'],
  ['change-portal', 'first admin', null],
  ['change-portal', 'admin without the second factor', 'second_factor_required'],
  ['user', 'admin without the second factor', 'second_factor_required'],
  ['own-password', 'admin without the second factor', null],
  ['own-password', 'admin with a temporary password', 'password_change_required'],
  ['own-password', 'nobody', 'not_signed_in'],
];

test.for(table)('%s, called by %s: %s', ([access, who, expected]) => {
  expect(refusal(access, people[who])?.id ?? null).toBe(expected);
});

test.for(Object.entries(PERMISSIONS) as [Permission, readonly Role[]][])(
  '%s: %s, and no other role',
  ([permission, roles]) => {
    const passing = ROLES.filter((role) => refusal(permission, session(role, 'own'), true) === null);
    expect(new Set(passing)).toEqual(new Set(roles));
  },
);

test('A guest who has passed the gate has access', () => {
  expect(refusal('guest', null, true)).toBeNull();
});
