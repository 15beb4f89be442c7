import { dictionary } from '@zxcvbn-ts/language-common';
import { badInput } from '../http/errors.ts';

/** The list is ordered by how often a password is used. */
const mostCommon = new Set(
  dictionary['passwords-common'].slice(0, 3_000).map((password) => String(password).toLowerCase()),
);

/** "abcdef", "654321", "aaaaaa": the list leaves these out, because its makers find them by rule as well. */
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) as number);
  const step = (codes[1] as number) - (codes[0] as number);
  return (
    Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] as number) === step)
  );
}

export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  return mostCommon.has(folded) || isRun(folded);
}

export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw badInput('This password is too common. Please choose another one.');
}
