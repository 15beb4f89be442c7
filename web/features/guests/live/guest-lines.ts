import { useMemo } from 'react';
import type { GuestListName } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestNetwork } from '../../../../contract/guests/guests.ts';
import { useLiveRows } from '../../../ui/rows/live-rows.tsx';

/** `guests` can be fewer than the network has. */
export interface NetworkLine {
  network: GuestNetwork;
  guests: readonly Guest[];
}

export type GuestLine = Guest | NetworkLine;

const nearness: Record<Guest['presence'], number> = { here: 0, away: 1, gone: 2, left: 3 };

/** Then by arrival: by last seen, guests would change places with every poll. */
const byPresence = (guests: readonly Guest[]) =>
  guests.toSorted(
    (one, other) =>
      nearness[one.presence] - nearness[other.presence] ||
      (one.pageSince < other.pageSince ? 1 : one.pageSince > other.pageSince ? -1 : 0) ||
      (one.id < other.id ? -1 : 1),
  );

const ORDERED_BY_SERVER: readonly GuestListName[] = ['needs-help', 'sidebar'];

/** A crowded network is folded into one line, in the place of its first guest. */
export function guestLines(guests: readonly Guest[], view: GuestListName): GuestLine[] {
  const lines = new Map<string, Guest | { network: GuestNetwork; guests: Guest[] }>();
  for (const guest of ORDERED_BY_SERVER.includes(view) ? guests : byPresence(guests)) {
    const { network } = guest;
    const known = lines.get(network?.name ?? guest.id);
    if (known && 'guests' in known) known.guests.push(guest);
    else if (network) lines.set(network.name, { network, guests: [guest] });
    else lines.set(guest.id, guest);
  }
  return [...lines.values()];
}

export const lineId = (line: GuestLine) => ('guests' in line ? line.network.name : line.id);

interface GuestLinesOptions {
  view: GuestListName;
  isHeld: boolean;
  isReady?: boolean;
}

/** Lines keep their places while an admin points at them. */
export function useGuestLines(guests: readonly Guest[], { view, isHeld, isReady = true }: GuestLinesOptions) {
  const lines = useMemo(() => guestLines(guests, view), [guests, view]);
  return useLiveRows(lines, { idOf: lineId, isHeld, isReady });
}
