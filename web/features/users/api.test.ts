import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { retryRule } from './api.ts';

const answered = (status: number) => new ApiError({ status, id: 'unknown', sentence: '' });

test.for([
  [401, 0, false],
  [403, 0, false],
  [500, 0, true],
  [0, 1, true],
  [500, 2, false],
] as const)('after status %d and %d retries: %s', ([status, retries, again]) => {
  expect(retryRule(retries, answered(status))).toBe(again);
});
