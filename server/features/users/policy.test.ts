import { expect, test } from 'vitest';
import { ROLES } from '../../../contract/users/users.rules.ts';
import { assertMayGive, assertMayManage, mayChange, mayChangeInBulk } from './policy.ts';

const actor = { userId: 'me' };

test.each([
  ['me', 'user', false, false],
  ['me', 'admin', false, false],
  ['other', 'admin', true, false],
  ['other', 'helper', true, false],
  ['other', 'manager', true, false],
  ['other', 'auditor', true, false],
  ['other', 'user', true, true],
] as const)('On %s, %s: alone %s, in bulk %s', (id, role, alone, inBulk) => {
  expect(mayChange(actor, id)).toBe(alone);
  expect(mayChangeInBulk(actor, { id, role, status: 'active' })).toBe(inBulk);
});

test.each([
  ['suspended', 'needs_auth', false],
  ['suspended', 'active', true],
  ['suspended', 'suspended', true],
  ['suspended', undefined, true],
  ['active', 'needs_auth', true],
  ['needs_auth', 'needs_auth', true],
] as const)('In bulk, %s users may become %s: %s', (status, wanted, may) => {
  expect(mayChangeInBulk(actor, { id: 'other', role: 'user', status }, wanted)).toBe(may);
});

test.each([
  ['user', []],
  ['helper', []],
  ['manager', ['user']],
  ['auditor', []],
  ['admin', ROLES],
] as const)('A %s manages accounts of %o and gives no other role', (role, others) => {
  const passes = (ask: () => void) => {
    try {
      ask();
      return true;
    } catch (error) {
      expect(error).toMatchObject({ id: 'not_allowed' });
      return false;
    }
  };
  expect(ROLES.filter((other) => passes(() => assertMayManage({ role }, { role: other })))).toEqual(others);
  expect(ROLES.filter((other) => passes(() => assertMayGive({ role }, other)))).toEqual(others);
});
