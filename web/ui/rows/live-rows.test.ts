import { expect, test } from 'vitest';
import { holdRows } from './live-rows.tsx';

test.for([
  ['what is new waits', ['a', 'b'], ['x', 'a', 'b'], ['a', 'b'], 1],
  ['what moves stays where it is', ['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b', 'c'], 0],
  ['what is gone goes', ['a', 'b', 'c'], ['a', 'c'], ['a', 'c'], 0],
  ['what is loaded by scrolling is at the end', ['a', 'b'], ['x', 'a', 'b', 'y', 'z'], ['a', 'b', 'y', 'z'], 1],
  ['nothing is held when everything is new', ['a'], ['x', 'y'], ['x', 'y'], 0],
  ['nothing was there', [], ['x', 'y'], ['x', 'y'], 0],
] as const)('Held rows: %s', ([, order, rows, shown, waiting]) => {
  expect(holdRows<string>(rows, (row) => row, order)).toEqual({ rows: shown, waiting });
});
