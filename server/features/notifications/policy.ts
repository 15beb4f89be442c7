import { maySeeNotification } from '../../../contract/notifications/notifications.rules.ts';
import { NotificationType } from '../../../contract/notifications/notifications.ts';
import { ROLES, type Role } from '../../../contract/users/users.rules.ts';

const KINDS_BY_ROLE: ReadonlyMap<Role, ReadonlySet<NotificationType>> = new Map(
  ROLES.map((role) => [role, new Set(NotificationType.options.filter((type) => maySeeNotification(role, type)))]),
);
export const kindsFor = (role: Role): ReadonlySet<NotificationType> => KINDS_BY_ROLE.get(role) ?? new Set();
