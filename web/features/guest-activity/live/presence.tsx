import { useMemo } from 'react';
import type { Guest } from '../../../../contract/guest-activity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useLiveRows } from '../../../ui/rows/live-rows.tsx';
import { elapsed } from '../../../ui/time/format.ts';
import { TimeAgo, useSecond } from '../../../ui/time/time-ago.tsx';

/**
 * Guests who are there come first, then those who came to their page last. Not by when they were last seen:
 * pages ask every few seconds, and the guests would change places each time.
 */
export const byPresence = (guests: readonly Guest[]) =>
  guests.toSorted(
    (one, other) =>
      Number(other.online) - Number(one.online) ||
      (one.pageSince < other.pageSince ? 1 : one.pageSince > other.pageSince ? -1 : 0) ||
      (one.guestId < other.guestId ? -1 : 1),
  );

const idOf = ({ guestId }: Guest) => guestId;

/** Guests as rows that keep their places while somebody is at them. */
export function useGuestRows(guests: readonly Guest[], isHeld: boolean) {
  const sorted = useMemo(() => byPresence(guests), [guests]);
  return useLiveRows(sorted, { idOf, isHeld });
}

export const PresenceBadge = ({ guest }: { guest: Guest }) =>
  guest.online ? (
    <Badge tone="success">Online</Badge>
  ) : (
    <Badge tone="neutral">
      Gone <TimeAgo at={guest.lastSeenAt} />
    </Badge>
  );

/** Counts on as long as the guest is there. */
export function TimeOnPage({ guest }: { guest: Guest }) {
  const now = useSecond();
  const until = guest.online ? now : Date.parse(guest.lastSeenAt);
  return <span className="tabular-nums">{elapsed(until - Date.parse(guest.pageSince))}</span>;
}
