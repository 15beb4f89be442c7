import type { ActivityEntry } from '../../../contract/activity.ts';

const GUEST = 'guest_';

/** Who did it: by name, or as a guest at an address. */
export function actorOf({ userId, userName }: Pick<ActivityEntry, 'userId' | 'userName'>) {
  if (userName) return userName;
  if (userId?.startsWith(GUEST)) return `Guest (${userId.slice(GUEST.length).replaceAll('_', '.')})`;
  return 'Unknown User';
}
