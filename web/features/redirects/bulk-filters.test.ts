import { expect, test } from 'vitest';
import { RedirectFilter } from '../../../contract/redirects.ts';
import { describeMatches, filterGroups } from './bulk-filters.ts';

test('every filter of the contract can be chosen', () => {
  expect(filterGroups.flat().map(({ value }) => value)).toEqual(RedirectFilter.options);
});

test.for([
  [0, false, 'Nobody matches right now'],
  [1, false, '1 user matches'],
  [1234, false, '1,234 users match'],
  [10_000, true, 'More than 10,000 users match, which is too many at once'],
] as const)('%d, more: %s, reads "%s"', ([count, more, words]) => {
  expect(describeMatches({ count, more })).toBe(words);
});
