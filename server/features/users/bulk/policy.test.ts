import { expect, test } from 'vitest';
import { whyNotGoOn, whyNotStart } from './policy.ts';

const by = (...names: string[]) => names.map((started_by) => ({ started_by }));

test.each([
  [[], null],
  [['ben'], null],
  [['ben', 'cleo'], null],
  [['ann'], 'You have a bulk operation running. Wait until it is done, or stop it first.'],
  [['ben', 'cleo', 'dan'], '3 bulk operations are running. Please wait until one of them is done.'],
])('Beside jobs of %o ann reads: %s', (names, sentence) => {
  expect(whyNotStart(by(...names), { userId: 'ann' })?.message ?? null).toBe(sentence);
});

test.each([
  ['delete', { role: 'admin', status: 'active' }, null],
  ['delete', { role: 'manager', status: 'active' }, null],
  ['delete', { role: 'user', status: 'active' }, 'ann can no longer change users.'],
  ['delete', { role: 'helper', status: 'active' }, 'ann can no longer change users.'],
  ['delete', { role: 'auditor', status: 'active' }, 'ann can no longer change users.'],
  ['delete', { role: 'admin', status: 'suspended' }, 'The account of ann is no longer active.'],
  ['delete', { role: 'manager', status: 'needs_auth' }, 'The account of ann is no longer active.'],
  ['delete', undefined, 'The account of ann was deleted.'],
  ['role', { role: 'admin', status: 'active' }, null],
  ['role', { role: 'manager', status: 'active' }, 'ann is no longer an admin.'],
] as const)('%s in the name of %o stops with: %s', (action, starter, sentence) => {
  const change = action === 'role' ? ({ action, value: 'helper' } as const) : { action };
  const account = starter && { ...starter, sign_outs: 3 };
  expect(whyNotGoOn(account, { started_name: 'ann', sign_outs: 3 }, change)).toBe(sentence);
});

test('A bulk operation stops once the person who started it was signed out', () => {
  const account = { role: 'admin', status: 'active', sign_outs: 4 } as const;
  expect(whyNotGoOn(account, { started_name: 'ann', sign_outs: 3 }, { action: 'delete' })).toBe(
    'ann was signed out, or has a new password.',
  );
});
