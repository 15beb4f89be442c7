import type { Notification } from '../../../contract/notifications/notifications.ts';
import { iso } from '../../clock.ts';
import type { NotificationRow } from '../../db/tables.ts';
import { ABOUT_SEVERAL, textOf } from './events.ts';

export function presentNotification(row: NotificationRow, isRead: boolean): Notification {
  return {
    id: row.id,
    type: row.type,
    severity: row.severity,
    ...textOf(row),
    isRead,
    createdAt: iso(row.created_at),
    count: row.count,
    about: row.about_kind === null ? ABOUT_SEVERAL[row.type] : { kind: row.about_kind, id: row.about_id },
    metadata: {
      ...(row.location !== null && { location: row.location }),
      ...(row.ip_address !== null && { ip: row.ip_address }),
    },
  };
}
