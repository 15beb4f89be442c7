import { expect, test } from 'vitest';
import { displayName, secondLine } from './user-names.ts';

const mira = { username: 'mira', email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' };

test.for([
  [{}, 'Mira Kolb', 'mira@example.com'],
  [{ lastName: null }, 'Mira', 'mira@example.com'],
  [{ email: null }, 'Mira Kolb', 'mira'],
  [{ firstName: null, lastName: null }, 'mira@example.com', 'mira'],
  [{ firstName: null, lastName: null, email: null }, 'mira', ''],
  [{ firstName: null, lastName: null, username: 'mira@example.com' }, 'mira@example.com', ''],
] as const)('%o is called %s, with %s below', ([change, name, below]) => {
  const user = { ...mira, ...change };
  expect([displayName(user), secondLine(user)]).toEqual([name, below]);
});
