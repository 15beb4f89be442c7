import type { ActivityEntry } from '../../../contract/activity.ts';

const GUEST = 'guest_';
const COMMAND_LINE = 'command_line';

/** Who did it: by name, as a guest at an address, or at the terminal of the server. */
export function actorOf({ userId, userName }: Pick<ActivityEntry, 'userId' | 'userName'>) {
  if (userName) return userName;
  if (userId?.startsWith(GUEST)) return `Guest (${userId.slice(GUEST.length).replaceAll('_', '.')})`;
  return userId === COMMAND_LINE ? 'Command line' : 'Unknown User';
}
