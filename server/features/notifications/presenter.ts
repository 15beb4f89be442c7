import type { Notification } from '../../../contract/notifications.ts';
import type { NotificationRow } from '../../db/tables.ts';

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    type: row.type,
    severity: row.severity,
    title: row.title,
    message: row.message,
    isRead: row.is_read === 1,
    createdAt: new Date(row.created_at).toISOString(),
    count: row.count,
    metadata: {
      ...(row.location !== null && { location: row.location }),
      ...(row.ip_address !== null && { ip: row.ip_address }),
    },
  };
}
