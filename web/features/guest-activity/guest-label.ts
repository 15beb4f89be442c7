import { actorOf } from '../activity/actor.ts';

/** "Guest (192.0.2.7)" */
export const guestLabel = (guestId: string) => actorOf({ userId: guestId, userName: null });
