import type { ServerMessage } from '../../contract/live.ts';
import { maySeeNotification } from '../../contract/notifications/notifications.rules.ts';
import { may, type Permission } from '../../contract/users/roles.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';

/** Notifications also have a rule per type. */
export const MESSAGE_ACCESS = {
  new_notification: 'back-office',
  unread_count: 'back-office',
  guests_changed: 'see-guests',
  bulk_changed: 'see-users',
} as const satisfies Record<ServerMessage['type'], Permission>;

export const mayReceive = (role: Role, message: ServerMessage): boolean =>
  may(role, MESSAGE_ACCESS[message.type]) &&
  (message.type !== 'new_notification' || maySeeNotification(role, message.notification.type));
