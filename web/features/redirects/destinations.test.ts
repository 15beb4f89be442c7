import { expect, test } from 'vitest';
import { destinationLabel, guestDestinations, isForGuests, userDestinations } from './destinations.ts';

test('guests are only offered the pages of the verification', () => {
  expect(guestDestinations.flat().map(({ label }) => label)).toEqual(['Email Entry Page', 'Verify Code Page']);
  expect(userDestinations.flat().filter(({ value }) => isForGuests(value))).toEqual(guestDestinations.flat());
});

test.for([
  ['/security-check', 'Security Check'],
  ['https://example.com/thanks', 'https://example.com/thanks'],
] as const)('%s is called "%s"', ([path, label]) => {
  expect(destinationLabel(path)).toBe(label);
});
