import { expect, test } from 'vitest';
import { ACCOUNT_DETAIL_NAMES, EXPORT_COLUMNS, eachDetail, IMPORT_COLUMNS } from './account-details.rules.ts';
import { EditUserInput, NewUserInput, UserAccount } from './users.ts';

test('Files keep their columns, and new details come last', () => {
  expect(IMPORT_COLUMNS.slice(0, 5)).toEqual(['username', 'email', 'firstName', 'lastName', 'role']);
  expect(EXPORT_COLUMNS.slice(0, 8)).toEqual([
    'username',
    'email',
    'firstName',
    'lastName',
    'role',
    'status',
    'createdAt',
    'updatedAt',
  ]);
  for (const columns of [IMPORT_COLUMNS, EXPORT_COLUMNS]) {
    expect(columns).toEqual(expect.arrayContaining(ACCOUNT_DETAIL_NAMES));
    expect(new Set(columns).size).toBe(columns.length);
  }
});

test('Every detail of a new account is optional and can be removed', () => {
  const none = eachDetail(() => null);
  expect(NewUserInput.parse({ username: 'mira' })).toMatchObject(none);
  expect(EditUserInput.parse(eachDetail(() => ''))).toEqual(none);
  expect(EditUserInput.parse({})).toEqual({});
  expect(Object.keys(UserAccount.shape)).toEqual(expect.arrayContaining(ACCOUNT_DETAIL_NAMES));
});
