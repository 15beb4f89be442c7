import { expect, test } from 'vitest';
import { plural } from './plural.ts';

test.each([
  ['en', 1, '1 minute'],
  ['en', 0, '0 minutes'],
  ['en', 1_200, '1,200 minutes'],
])('in %s, %d is "%s"', (language, count, text) => {
  expect(plural(language, count, { one: '# minute', other: '# minutes' })).toBe(text);
});

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [11, 'many'],
  [100, 'other'],
])('Arabic has a form of its own for %d', (count, form) => {
  const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };
  expect(plural('ar', count, forms)).toBe(form);
});

test('a form that a language does not need can be left out', () => {
  expect(plural('ja', 1, { other: '#分' })).toBe('1分');
});
