import { expect, test } from 'vitest';
import { isQuickToRewrite } from './vacuum.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

test.for([
  ['a small file', 20 * MB, { free: 5 * GB, size: 20 * GB }, true],
  ['a large file', 300 * MB, { free: 5 * GB, size: 20 * GB }, false],
  ['a disk without room for it', 100 * MB, { free: 1.1 * GB, size: 20 * GB }, false],
] as const)('Rewriting %s', ([, bytes, space, quick]) => {
  expect(isQuickToRewrite(bytes, space)).toBe(quick);
});
