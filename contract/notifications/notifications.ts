import * as z from 'zod';
import { Done, endpoint, Id, PageQuery, searchText } from '../endpoint.ts';
import { ABOUT_KINDS, ALWAYS_RINGING, NOTIFICATIONS } from './notifications.rules.ts';

export const NotificationType = z.enum(Object.keys(NOTIFICATIONS) as (keyof typeof NOTIFICATIONS)[]);
export type NotificationType = z.output<typeof NotificationType>;

export const Severity = z.enum(['info', 'success', 'warning', 'error']);
export type Severity = z.output<typeof Severity>;

export const Notification = z.object({
  id: z.string(),
  type: NotificationType,
  severity: Severity,
  title: z.string(),
  message: z.string(),
  /** For the current user. Only the newest 1,000 of a type can be unread. */
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
  count: z.int(),
  about: z.object({ kind: z.enum(ABOUT_KINDS), id: z.string().nullable() }),
  metadata: z.object({ location: z.string().optional(), ip: z.string().optional() }),
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint('GET /api/admin/notifications', {
  summary: 'Notifications, newest first',
  query: PageQuery.extend({
    q: searchText,
    type: NotificationType.optional(),
    only: z.enum(['warnings', 'ringing']).optional(),
  }),
  answer: z.array(Notification),
});

export const unreadCount = endpoint('GET /api/admin/notifications/unread-count', {
  summary: 'How many notifications you have not read, and how many of them need action; not the kinds you switched off',
  answer: z.object({ count: z.int(), needsAction: z.int() }),
});

export const notificationCounts = endpoint('GET /api/admin/notifications/counts', {
  summary:
    'How many notifications there are, and how many of them are sign-ins and page views since the given moment, at most two days ago',
  query: z.object({ since: z.iso.datetime({ offset: true }) }),
  answer: z.object({ total: z.int(), unread: z.int(), loginsToday: z.int(), pageViewsToday: z.int() }),
});

export const SilentType = NotificationType.exclude(ALWAYS_RINGING);
export type SilentType = z.output<typeof SilentType>;

const Preferences = z.object({
  silent: z
    .array(z.enum(SilentType.options, "Settings changes and security warnings can't be switched off"))
    .max(SilentType.options.length, 'Please name each kind only once'),
});

export const notificationPreferences = endpoint('GET /api/admin/notifications/preferences', {
  summary: 'Which kinds of notifications you have switched off',
  answer: Preferences,
});

export const saveNotificationPreferences = endpoint('PUT /api/admin/notifications/preferences', {
  summary: 'Choose which kinds of notifications you are notified of; the list and the chat still show all of them',
  body: Preferences,
  answer: Preferences,
});

export const markRead = endpoint('PATCH /api/admin/notifications/:id/read', {
  summary: 'Mark a notification as read, for yourself',
  params: z.object({ id: Id }),
  answer: Done,
});

export const markAllRead = endpoint('PATCH /api/admin/notifications/mark-all-read', {
  summary: 'Mark every notification as read, for yourself',
  answer: Done,
});

export const testNotification = endpoint('POST /api/admin/test-notification', {
  summary: 'Send a test notification',
  body: z.object({ type: z.enum(['user_login', 'page_view']) }),
  answer: Done,
});
