import { dictionary } from '@zxcvbn-ts/language-common';
import { badInput } from '../http/errors.ts';

/** The list is ordered by how often a password is used. */
const mostCommon = new Set(
  dictionary['passwords-common'].slice(0, 3_000).map((password) => String(password).toLowerCase()),
);

export function refuseCommonPassword(password: string): void {
  if (mostCommon.has(password.normalize('NFKC').toLowerCase())) {
    throw badInput('This password is too common. Please choose another one.');
  }
}
