import { DESTINATIONS } from '../../../contract/redirects.rules.ts';

const optionsOf = (destinations: readonly (typeof DESTINATIONS)[number][]) =>
  [destinations.map(({ path, label }) => ({ value: path as string, label }))] as const;

/** As a select takes them. */
export const userDestinations = optionsOf(DESTINATIONS);
export const guestDestinations = optionsOf(DESTINATIONS.filter(({ forGuests }) => forGuests));

export const isForGuests = (path: string) => guestDestinations.flat().some(({ value }) => value === path);

/** A guest can also be on the way to the exit address, which has no label. */
export const destinationLabel = (path: string) => DESTINATIONS.find((known) => known.path === path)?.label ?? path;
