import { expect, test } from 'vitest';
import { readCookie } from './cookies.ts';

test.for([
  [undefined, undefined],
  ['', undefined],
  ['a=1', '1'],
  ['b=2; a=1 ;c=3', '1'],
  ['xa=1; a =2', undefined],
  ['a=', ''],
  ['a=x=y', 'x=y'],
  ['a=1; a=2', '1'],
] as const)('In "%s" the cookie a is %s', ([header, value]) => {
  expect(readCookie(header, 'a')).toBe(value);
});
