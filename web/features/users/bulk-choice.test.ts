import { expect, test } from 'vitest';
import { BulkActionInput } from '../../../contract/users.ts';
import { bulkGroups, bulkInput, bulkWords } from './bulk-choice.ts';

const choices = bulkGroups.flat().map(({ value }) => value);

test.for(choices)('%s is an action of the contract', (choice) => {
  const input = bulkInput(choice, ['1']);
  expect(BulkActionInput.parse(input)).toEqual(input);
});

test.for([
  ['active', 'Activate 3 users', 'Activating 3 users…'],
  ['suspended', 'Suspend 3 users', 'Suspending 3 users…'],
  ['needs_auth', 'Force re-authentication of 3 users', 'Forcing re-authentication of 3 users…'],
  ['user', 'Make 3 users normal users', 'Changing the role of 3 users…'],
  ['admin', 'Make 3 users admins', 'Changing the role of 3 users…'],
  ['delete', 'Delete 3 users', 'Deleting 3 users…'],
] as const)('%s: %s', ([choice, title, running]) => {
  expect(bulkWords(choice, 3)).toMatchObject({ title, running });
});

test('one user is one', () => {
  expect(bulkWords('suspended', 1).title).toBe('Suspend 1 user');
  expect(bulkWords('admin', 1).title).toBe('Make 1 user an admin');
});
