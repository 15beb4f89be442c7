import { expect, test } from 'vitest';
import { confirmationBy } from '../../sessions/admin-history.ts';
import { isAllowedExit, mustWait } from './policy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = 1_900_000_000_000;
const ALONE = { exitHosts: [], hasOthers: false };
const WITH_OTHERS = { exitHosts: [], hasOthers: true };
const WITH_LIST = { exitHosts: ['a.example', 'b.example'], hasOthers: true };

test.for([
  ['exitUrl', 'https://a.example', 'https://b.example', WITH_OTHERS, true],
  ['exitUrl', 'https://a.example', 'https://www.a.example', WITH_OTHERS, true],
  ['exitUrl', 'https://a.example', 'https://a.example:8443', WITH_OTHERS, true],
  ['exitUrl', 'https://a.example', 'https://a.example:443/bye', WITH_OTHERS, false],
  ['exitUrl', 'https://a.example', 'https://A.example/?x#y', WITH_OTHERS, false],
  ['exitUrl', 'https://a.example', 'https://b.example', ALONE, false],
  ['exitUrl', 'https://a.example', 'https://b.example', WITH_LIST, false],
  ['supportContact', '', 'help@a.example', WITH_OTHERS, true],
  ['supportContact', 'help@a.example', '', WITH_OTHERS, true],
  ['supportContact', 'help@a.example', 'help@a.example', WITH_OTHERS, false],
  ['supportContact', '', 'help@a.example', WITH_LIST, true],
  ['supportContact', '', 'help@a.example', ALONE, false],
] as const)('A change of %s from "%s" to "%s"', ([name, from, to, place, waits]) => {
  expect(mustWait(name, { from, to, ...place })).toBe(waits);
});

test.for([
  ['https://a.example/x', [], true],
  ['https://a.example/x', ['a.example'], true],
  ['https://a.example:443/x', ['a.example'], true],
  ['https://a.example:8443/', ['a.example'], false],
  ['https://a.example:8443/', ['a.example:8443'], true],
  ['https://a.example:8444/', ['a.example:8443'], false],
  ['https://a.example/', ['a.example:8443'], false],
  ['https://a.example:8443@evil.example/', ['a.example:8443'], false],
  ['https://www.a.example', ['a.example'], false],
  ['https://a.example.evil.example', ['a.example'], false],
  ['nonsense', ['a.example'], false],
] as const)('The exit %s with the list "%s" is allowed: %s', ([url, hosts, isAllowed]) => {
  expect(isAllowedExit(url, hosts)).toBe(isAllowed);
});

/** Since when they are an admin, and who has had the means to use the account. */
const admin = (id: string, daysAgo?: number, ...others: string[]) => ({
  id,
  term: daysAgo === undefined ? undefined : { began_at: NOW - daysAgo * DAY_MS },
  people: [id, ...others],
});

test.for([
  ['the proposer', admin('mallory'), admin('mallory'), 'own'],
  ['an admin of old', admin('vera'), admin('mallory'), 'possible'],
  ['one of today', admin('eve', 0.9, 'vera'), admin('mallory'), 'too_new'],
  ['one of yesterday, made by another admin', admin('eve', 1.1, 'vera'), admin('mallory'), 'possible'],
  ['one that the proposer made', admin('eve', 29, 'mallory'), admin('mallory'), 'too_new'],
  ['one that the proposer and another admin had', admin('eve', 29, 'vera', 'mallory'), admin('mallory'), 'too_new'],
  ['an admin who has had the same account as the proposer', admin('vera'), admin('mallory'), 'possible'],
  ['the maker of the proposer', admin('mallory'), admin('eve', 2, 'mallory'), 'too_new'],
  ['one of the same maker', admin('eve', 2, 'mallory'), admin('trudy', 2, 'mallory'), 'too_new'],
  ['one that the operator made', admin('eve', 2), admin('mallory'), 'possible'],
] as const)('A confirmation by %s', ([, reader, proposer, confirmation]) => {
  expect(confirmationBy(reader, proposer, NOW)).toBe(confirmation);
});
