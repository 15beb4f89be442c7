import { maySeeNotification } from '../../../contract/notifications/notifications.rules.ts';
import { NotificationType } from '../../../contract/notifications/notifications.ts';
import type { Role } from '../../../contract/users/users.rules.ts';

export const kindsFor = (role: Role): ReadonlySet<NotificationType> =>
  new Set(NotificationType.options.filter((type) => maySeeNotification(role, type)));
