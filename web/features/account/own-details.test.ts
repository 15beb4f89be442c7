import { expect, test } from 'vitest';
import { account } from '../../../messages/en.ts';
import { missingDetails } from './own-details.tsx';

const complete = {
  firstName: 'Mira',
  lastName: 'Okafor',
  phone: '+44 20 7946 0000',
  dateOfBirth: '1990-04-12',
  address: '1 Example Street',
  city: 'London',
  country: 'United Kingdom',
};

test.each([
  [{}, ''],
  [{ city: null }, 'city'],
  [{ dateOfBirth: null, phone: null }, 'phone and date of birth'],
  [{ country: null, firstName: null, city: null }, 'first name, city and country'],
])('Missing with %o: %s', (missing, expected) =>
  expect(missingDetails({ ...complete, ...missing }, account.details.names, 'en-GB')).toBe(expected),
);
