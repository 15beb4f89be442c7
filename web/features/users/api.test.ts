import { expect, test } from 'vitest';
import { ROLES, STATUSES } from '../../../contract/users/users.rules.ts';
import { BulkActionInput } from '../../../contract/users/users.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { requestOf, retryRule } from './api.ts';

const answered = (status: number) => new ApiError({ status, id: 'unknown', sentence: '' });

test.for([
  [401, 0, false],
  [403, 0, false],
  [500, 0, true],
  [0, 1, true],
  [500, 2, false],
] as const)('After status %d and %d retries another one follows: %s', ([status, retries, again]) => {
  expect(retryRule(retries, answered(status))).toBe(again);
});

test.for([...STATUSES, ...ROLES, 'delete'] as const)('%s is an action of the contract', (action) => {
  const userIds = ['1'];
  expect(BulkActionInput.parse({ userIds, ...requestOf(action) })).toEqual({ userIds, ...requestOf(action) });
});
