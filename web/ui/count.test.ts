import { expect, test } from 'vitest';
import { counted, countedTotal } from './count.ts';

test.for([
  [0, '0 users'],
  [1, '1 user'],
  [2, '2 users'],
  [12_345, '12,345 users'],
] as const)('%d is "%s"', ([count, words]) => {
  expect(counted(count, 'user')).toBe(words);
});

test('An irregular plural is used', () => {
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

test('While there are more, the count has a plus', () => {
  expect(countedTotal({ count: 1200, more: true }, 'user')).toBe('1,200+ users');
  expect(countedTotal({ count: 1, more: true }, 'user')).toBe('1+ users');
  expect(countedTotal({ count: 1, more: false }, 'user')).toBe('1 user');
});
