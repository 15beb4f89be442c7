import { DESTINATIONS } from '../../../contract/redirects/redirects.rules.ts';
import type { RedirectFilter } from '../../../contract/redirects/redirects.ts';
import { counted } from '../../ui/count.ts';

const optionsOf = (destinations: readonly (typeof DESTINATIONS)[number][]) =>
  [destinations.map(({ path, label }) => ({ value: path as string, label }))] as const;

export const userDestinations = optionsOf(DESTINATIONS);
export const guestDestinations = optionsOf(DESTINATIONS.filter(({ forGuests }) => forGuests));

export const isForGuests = (path: string) => guestDestinations.flat().some(({ value }) => value === path);

export const userFilters = [
  [
    { value: 'online', label: 'All Online Users' },
    { value: 'incomplete_profile', label: 'Users with Incomplete Profiles' },
    { value: 'needs_auth', label: 'Users Needing Authentication' },
    { value: 'logged_in_today', label: 'Users Logged in Today' },
  ],
] as const satisfies readonly (readonly { value: RedirectFilter; label: string }[])[];

export function describeMatches({ count, more }: { count: number; more: boolean }) {
  if (more) return `More than ${counted(count, 'user')} match. Choose a narrower filter.`;
  if (count === 0) return 'No users match right now';
  return `${counted(count, 'user')} ${count === 1 ? 'matches' : 'match'}`;
}
