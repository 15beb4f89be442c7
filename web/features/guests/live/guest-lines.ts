import { useMemo } from 'react';
import type { GuestView } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestNetwork } from '../../../../contract/guests/guests.ts';
import { useLiveRows } from '../../../ui/rows/live-rows.tsx';

/** Not all of its guests are listed. */
export interface NetworkLine {
  network: GuestNetwork;
  guests: readonly Guest[];
}

export type GuestLine = Guest | NetworkLine;

const nearness: Record<Guest['presence'], number> = { here: 0, away: 1, gone: 2, left: 3 };

/** Present guests first, then by arrival on the page. Not by last seen: with every poll they would change places. */
const byPresence = (guests: readonly Guest[]) =>
  guests.toSorted(
    (one, other) =>
      nearness[one.presence] - nearness[other.presence] ||
      (one.pageSince < other.pageSince ? 1 : one.pageSince > other.pageSince ? -1 : 0) ||
      (one.id < other.id ? -1 : 1),
  );

/** A crowded network is one line, where its first guest would stand. The order of those who need help is the server's. */
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
  isReady?: boolean;
}

/** Lines keep their places while an admin points at them. */
export function useGuestLines(guests: readonly Guest[], { view, isHeld, isReady = true }: GuestLinesOptions) {
  const lines = useMemo(() => guestLines(guests, view), [guests, view]);
  return useLiveRows(lines, { idOf: lineId, isHeld, isReady });
}
