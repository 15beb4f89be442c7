import { actorLabel, UNKNOWN_USER } from '../../../contract/activity.rules.ts';

/** "Guest (192.0.2.7)" */
export const guestLabel = (guestId: string) => actorLabel(guestId) ?? UNKNOWN_USER;
