import { expect, test } from 'vitest';
import { claimText } from './claims.ts';

test.for([
  ['North', 'North'],
  [4711, '4711'],
  [true, 'Yes'],
  [false, 'No'],
  [null, 'Empty'],
  ['', 'Empty'],
  [['new', 2, false], 'new, 2, No'],
  [[], '[]'],
  [{ name: 'North', tags: ['a'] }, '{"name":"North","tags":["a"]}'],
  [[{ a: 1 }], '[{"a":1}]'],
  ['turned \u202e round', 'turned \\u202e round'],
] as const)('%j reads "%s"', ([value, text]) => {
  expect(claimText(value)).toBe(text);
});
