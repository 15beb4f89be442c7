import type { OwnProfile } from '../../../contract/account/account.ts';

const NEEDED = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone',
  dateOfBirth: 'date of birth',
  address: 'address',
  city: 'city',
  country: 'country',
} as const satisfies Partial<Record<keyof OwnProfile, string>>;

const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "phone, city and country", or empty. */
export const missingDetails = (profile: Pick<OwnProfile, keyof typeof NEEDED>) =>
  list.format(names.filter((name) => !profile[name]).map((name) => NEEDED[name]));
