import { expect, test } from 'vitest';
import { destinationLabel } from '../../../contract/redirects/redirects.rules.ts';
import { RedirectFilter } from '../../../contract/redirects/redirects.ts';
import { describeMatches, guestDestinations, isForGuests, userDestinations, userFilters } from './redirect-options.ts';

test('Guests are only offered the pages of the verification', () => {
  expect(guestDestinations.flat().map(({ label }) => label)).toEqual(['Email Entry Page', 'Verify Code Page']);
  expect(userDestinations.flat().filter(({ value }) => isForGuests(value))).toEqual(guestDestinations.flat());
});

test.for([
  ['/security-check', 'Security Check'],
  ['https://example.com/thanks', 'https://example.com/thanks'],
] as const)('%s is called "%s"', ([path, label]) => {
  expect(destinationLabel(path)).toBe(label);
});

test('Every filter of the contract can be chosen', () => {
  expect(userFilters.flat().map(({ value }) => value)).toEqual(RedirectFilter.options);
});

test.for([
  [0, false, 'No users match right now'],
  [1, false, '1 user matches'],
  [1234, false, '1,234 users match'],
  [10_000, true, 'More than 10,000 users match. Choose a narrower filter.'],
] as const)('%d, more: %s, reads "%s"', ([count, more, words]) => {
  expect(describeMatches({ count, more })).toBe(words);
});
