import { expect, test } from 'vitest';
import { partsOf } from './slots.rules.ts';

test.each([
  ['Welcome', ['Welcome']],
  ['Sent to <email/>.', ['Sent to ', { name: 'email', words: '' }, '.']],
  ['<link>Sign in</link> or wait', [{ name: 'link', words: 'Sign in' }, ' or wait']],
  [
    '<a/><b>x</b>',
    [
      { name: 'a', words: '' },
      { name: 'b', words: 'x' },
    ],
  ],
  ['1 < 2', ['1 < 2']],
])('the parts of "%s" keep their order', (message, parts) => {
  expect(partsOf(message)).toEqual(parts);
});
