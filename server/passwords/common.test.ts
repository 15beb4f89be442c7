import { expect, test } from 'vitest';
import { isCommonPassword } from './common.ts';

test.for(['123456', 'Password', 'QWERTY', 'iloveyou', 'abcdef', '9876543210', 'aaaaaaaaaa', '１２３４５６'])(
  '"%s" is a common password',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.for(['correct horse battery', 'six6six', 'acegik', 'aaaaaab'])('"%s" is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
