import { badInput } from '../errors.ts';

let loaded: Promise<Set<string>> | undefined;

/** Loaded when somebody chooses a password: the list is large, and most of the time nobody needs it. */
function mostCommon(): Promise<Set<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    // Ordered by how often a password is used.
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].slice(0, 3_000).map((password) => String(password).toLowerCase())),
  );
  return loaded;
}

/** "abcdef", "654321", "aaaaaa": the list leaves these out, because its makers find them by rule as well. */
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) as number);
  const step = (codes[1] as number) - (codes[0] as number);
  return (
    Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] as number) === step)
  );
}

export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = password.normalize('NFKC').toLowerCase();
  return isRun(folded) || (await mostCommon()).has(folded);
}

export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw badInput('This password is too common. Please choose another one.');
}
