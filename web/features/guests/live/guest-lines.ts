import { useMemo } from 'react';
import type { GuestView } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestNetwork } from '../../../../contract/guests/guests.ts';
import { useLiveRows } from '../../../ui/rows/live-rows.tsx';

/** Guests of a network that many come from. Not all of them are listed; the network says how many there are. */
export interface NetworkLine {
  network: GuestNetwork;
  guests: readonly Guest[];
}

/** What stands in the list of guests. */
export type GuestLine = Guest | NetworkLine;

const nearness: Record<Guest['presence'], number> = { here: 0, away: 1, gone: 2, left: 3 };

/**
 * Guests who are there come first, then those who came to their page last. Not by when they were last seen:
 * pages ask every few seconds, and the guests would change places each time.
 */
const byPresence = (guests: readonly Guest[]) =>
  guests.toSorted(
    (one, other) =>
      nearness[one.presence] - nearness[other.presence] ||
      (one.pageSince < other.pageSince ? 1 : one.pageSince > other.pageSince ? -1 : 0) ||
      (one.id < other.id ? -1 : 1),
  );

/**
 * Guests of a crowded network are one line, where the first of them would stand. The server knows who needs help most
 * urgently; its order stays.
 */
export function guestLines(guests: readonly Guest[], view: GuestView): GuestLine[] {
  const networks = new Map<string, { network: GuestNetwork; guests: Guest[] }>();
  const lines: GuestLine[] = [];
  for (const guest of view === 'needs-help' ? guests : byPresence(guests)) {
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

export const guestId = ({ id }: Guest) => id;

export const lineId = (line: GuestLine) => ('guests' in line ? line.network.name : line.id);

interface GuestLinesOptions {
  view: GuestView;
  isHeld: boolean;
  /** Not while those of another search are still shown. */
  isReady?: boolean;
}

/** Guests as lines that keep their places while somebody is at them. */
export function useGuestLines(guests: readonly Guest[], { view, isHeld, isReady = true }: GuestLinesOptions) {
  const lines = useMemo(() => guestLines(guests, view), [guests, view]);
  return useLiveRows(lines, { idOf: lineId, isHeld, isReady });
}
