import { useMemo } from 'react';
import type { Guest, GuestNetwork } from '../../../../contract/guest-activity.ts';
import { useLiveRows } from '../../../ui/rows/live-rows.tsx';

/** Guests of a network that many come from. Not all of them are listed; the network says how many there are. */
export interface NetworkLine {
  network: GuestNetwork;
  guests: readonly Guest[];
}

/** What stands in the list of guests. */
export type GuestLine = Guest | NetworkLine;

/**
 * Guests who are there come first, then those who came to their page last. Not by when they were last seen:
 * pages ask every few seconds, and the guests would change places each time.
 */
const byPresence = (guests: readonly Guest[]) =>
  guests.toSorted(
    (one, other) =>
      Number(other.online) - Number(one.online) ||
      (one.pageSince < other.pageSince ? 1 : one.pageSince > other.pageSince ? -1 : 0) ||
      (one.guestId < other.guestId ? -1 : 1),
  );

/** Guests of a crowded network are one line, where the first of them would stand. */
export function guestLines(guests: readonly Guest[]): GuestLine[] {
  const networks = new Map<string, { network: GuestNetwork; guests: Guest[] }>();
  const lines: GuestLine[] = [];
  for (const guest of byPresence(guests)) {
    const known = guest.network && networks.get(guest.network.name);
    if (known) {
      known.guests.push(guest);
      continue;
    }
    const line = guest.network ? { network: guest.network, guests: [guest] } : guest;
    if ('guests' in line) networks.set(line.network.name, line);
    lines.push(line);
  }
  return lines;
}

/** How many there are, those of crowded networks included that are not listed one by one. */
export function countGuests(guests: readonly Guest[]) {
  const networks = new Map(guests.flatMap(({ network }) => (network ? [[network.name, network]] : [])));
  const single = guests.filter(({ network }) => network === null);
  const counts = { all: single.length, online: single.filter(({ online }) => online).length };
  for (const network of networks.values()) {
    counts.all += network.guests;
    counts.online += network.online;
  }
  return counts;
}

export const guestId = ({ guestId: id }: Guest) => id;

export const lineId = (line: GuestLine) => ('guests' in line ? line.network.name : line.guestId);

/** Guests as lines that keep their places while somebody is at them. */
export function useGuestLines(guests: readonly Guest[], isHeld: boolean) {
  const lines = useMemo(() => guestLines(guests), [guests]);
  return useLiveRows(lines, { idOf: lineId, isHeld });
}
