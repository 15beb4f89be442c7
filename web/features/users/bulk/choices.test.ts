import { expect, test } from 'vitest';
import { BulkActionInput } from '../../../../contract/users.ts';
import { bulkCalls, bulkGroups, describeBulk } from './choices.ts';

const choices = bulkGroups.flat().map(({ value }) => value);

test.for(choices)('%s is an action of the contract', (choice) => {
  const [call] = bulkCalls(choice, ['1']);
  expect(BulkActionInput.parse(call)).toEqual(call);
});

test.for([
  [[], []],
  [['a'], [['a']]],
  [['a', 'b'], [['a', 'b']]],
  [
    ['a', 'b', 'c'],
    [['a', 'b'], ['c']],
  ],
] as const)('%o in calls of two', ([ids, calls]) => {
  expect(bulkCalls('delete', ids, 2).map(({ userIds }) => userIds)).toEqual(calls);
});

test.for([
  ['active', 'Activate 3 users', 'Activating 3 users…'],
  ['suspended', 'Suspend 3 users', 'Suspending 3 users…'],
  ['needs_auth', 'Force re-authentication of 3 users', 'Forcing re-authentication of 3 users…'],
  ['user', 'Make 3 users normal users', 'Changing the role of 3 users…'],
  ['admin', 'Make 3 users admins', 'Changing the role of 3 users…'],
  ['delete', 'Delete 3 users', 'Deleting 3 users…'],
] as const)('%s: %s', ([choice, title, running]) => {
  expect(describeBulk(choice, 3)).toMatchObject({ title, running });
});

test('one user is one', () => {
  expect(describeBulk('suspended', 1).title).toBe('Suspend 1 user');
  expect(describeBulk('admin', 1).title).toBe('Make 1 user an admin');
});
