import { expect, test } from 'vitest';
import { axisEnd, dropsOf, shareOf } from './scale.ts';

test.for([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [11, 20],
  [101, 200],
  [401, 600],
  [801, 1000],
] as const)('Bars up to %d fit below %d', ([most, end]) => {
  expect(axisEnd(most)).toBe(end);
});

test.for([
  [0, 0, '–'],
  [0, 10, '0%'],
  [1, 3, '33%'],
  [10, 10, '100%'],
  [1, 1000, '<1%'],
  [999, 1000, '99%'],
] as const)('%d of %d is %s', ([part, whole, words]) => {
  expect(shareOf(part, whole)).toBe(words);
});

test.for([
  [[10, 8, 3, 2], { drops: [0, 2, 5, 1], biggest: 2 }],
  [[3, 3, 3, 3], { drops: [0, 0, 0, 0], biggest: null }],
] as const)('of steps with %j guests, the drops are %j', ([counts, drops]) => {
  expect(dropsOf(counts)).toEqual(drops);
});
