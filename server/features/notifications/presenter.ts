import type { Notification, NotificationType } from '../../../contract/notifications/notifications.ts';
import type { NotificationRow } from '../../db/tables.ts';
import type { About } from './events.ts';

const FAILURES: About = { kind: 'log', id: 'failed' };
const GUESTS: About = { kind: 'guest', id: null };

/** For rows of older versions. */
const ABOUT_OF_OLD: Record<NotificationType, About> = {
  user_login: { kind: 'log', id: 'login' },
  failed_login: FAILURES,
  page_view: GUESTS,
  profile_update: { kind: 'user', id: null },
  code_result: GUESTS,
  help_request: GUESTS,
  mail_failure: { kind: 'check', id: null },
  webhook_failure: { kind: 'settings', id: 'webhook' },
  settings_change: { kind: 'settings', id: null },
  security: { kind: 'guests', id: null },
  storage: { kind: 'log', id: null },
};

export function presentNotification(row: NotificationRow, isRead: boolean): Notification {
  return {
    id: row.id,
    type: row.type,
    severity: row.severity,
    title: row.title,
    message: row.message,
    isRead,
    createdAt: new Date(row.created_at).toISOString(),
    count: row.count,
    about: row.about_kind === null ? ABOUT_OF_OLD[row.type] : { kind: row.about_kind, id: row.about_id },
    metadata: {
      ...(row.location !== null && { location: row.location }),
      ...(row.ip_address !== null && { ip: row.ip_address }),
    },
  };
}
