import { expect, test } from 'vitest';
import { STATUSES, USER_STANDINGS } from '../../../contract/users/users.rules.ts';
import { isNewcomer, standingOf, standingWords } from './standing.ts';

const AT = '2026-11-15T12:00:00.000Z';

test.for([
  ['active', true, AT, 'Online', false],
  ['active', true, null, 'Online', false],
  ['active', false, AT, 'Offline', false],
  ['active', false, null, 'Offline', true],
  ['suspended', false, null, 'Suspended', false],
  ['suspended', true, AT, 'Suspended', false],
  ['needs_auth', false, null, 'Needs Auth', false],
  ['needs_auth', true, AT, 'Needs Auth', false],
] as const)('%s, seen lately %s, signed in %s: "%s"', ([status, online, signedInAt, words, newcomer]) => {
  const user = { status, online, signedInAt };
  expect(standingWords[standingOf(user)].label).toBe(words);
  expect(isNewcomer(user)).toBe(newcomer);
});

test('Every account has one of the standings of the filter', () => {
  const found = STATUSES.flatMap((status) => [true, false].map((online) => standingOf({ status, online })));
  expect(new Set(found)).toEqual(new Set(USER_STANDINGS));
});
