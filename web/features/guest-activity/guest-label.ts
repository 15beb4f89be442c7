import { actorOf } from '../activity/action-words.ts';

/** "Guest (192.0.2.7)" */
export const guestLabel = (guestId: string) => actorOf({ userId: guestId, userName: null });
