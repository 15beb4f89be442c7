import type { Guest } from '../../../contract/guest-activity.ts';

/**
 * Whoever is there comes first, then whoever came to their page last. Not by when they were last seen:
 * pages ask every few seconds, and the guests would change places each time.
 */
export const inOrder = (guests: readonly Guest[]) =>
  guests.toSorted(
    (one, other) =>
      Number(other.online) - Number(one.online) ||
      (one.pageSince < other.pageSince ? 1 : one.pageSince > other.pageSince ? -1 : 0) ||
      (one.guestId < other.guestId ? -1 : 1),
  );
