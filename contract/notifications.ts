import * as z from 'zod';
import { Done, endpoint, Id, PageQuery, searchText } from './endpoint.ts';

export const NotificationType = z.enum([
  'user_login',
  'failed_login',
  'page_view',
  'profile_update',
  'code_result',
  'help_request',
  'mail_failure',
  'settings_change',
  'security',
  'storage',
]);
export type NotificationType = z.output<typeof NotificationType>;

export const Severity = z.enum(['info', 'success', 'warning', 'error']);
export type Severity = z.output<typeof Severity>;

export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
  severity: Severity,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** When it happened, the last time if it happened several times. */
  createdAt: z.iso.datetime(),
  /** How many events it stands for. */
  count: z.int(),
  metadata: z.object({ location: z.string().optional(), ip: z.string().optional() }),
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint('GET /api/admin/notifications', {
  summary: 'Notifications, newest first',
  query: PageQuery.extend({ q: searchText, type: NotificationType.optional() }),
  answer: z.array(Notification),
});

export const unreadCount = endpoint('GET /api/admin/notifications/unread-count', {
  summary: 'How many notifications nobody has read',
  answer: z.object({ count: z.int() }),
});

/** For the four counters of the page. */
export const notificationCounts = endpoint('GET /api/admin/notifications/counts', {
  summary: 'How many notifications there are; "today" begins at the given moment',
  query: z.object({ since: z.iso.datetime({ offset: true }) }),
  answer: z.object({ total: z.int(), unread: z.int(), loginsToday: z.int(), pageViewsToday: z.int() }),
});

export const markRead = endpoint('PATCH /api/admin/notifications/:id/read', {
  summary: 'Mark a notification as read; one about what you did yourself another admin has to read',
  params: z.object({ id: Id }),
  answer: Done,
});

export const markAllRead = endpoint('PATCH /api/admin/notifications/mark-all-read', {
  summary: 'Mark every notification as read, but for those about what you did yourself while there are other admins',
  answer: Done,
});

export const testNotification = endpoint('POST /api/admin/test-notification', {
  summary: 'Make a notification to see that they arrive',
  body: z.object({ type: z.enum(['user_login', 'page_view']) }),
  answer: Done,
});
