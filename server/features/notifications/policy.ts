import { maySeeNotification } from '../../../contract/notifications.rules.ts';
import { NotificationType } from '../../../contract/notifications.ts';
import { ROLES, type Role } from '../../../contract/users.rules.ts';
import type { NotificationRow } from '../../db/tables.ts';

/** The kinds that a role is told of; it finds and counts no others. */
const KINDS_BY_ROLE: ReadonlyMap<Role, ReadonlySet<NotificationType>> = new Map(
  ROLES.map((role) => [role, new Set(NotificationType.options.filter((type) => maySeeNotification(role, type)))]),
);
export const kindsFor = (role: Role): ReadonlySet<NotificationType> => KINDS_BY_ROLE.get(role) ?? new Set();

/**
 * Read is read for all. What an admin did that the others are told of, one of the others has to see; where there is no
 * other, there is nobody to hide it from.
 */
export const mayMarkRead = (
  { caused_by }: Pick<NotificationRow, 'caused_by'>,
  reader: { readonly userId: string; readonly hasOthers: boolean },
) => caused_by !== reader.userId || !reader.hasOthers;
