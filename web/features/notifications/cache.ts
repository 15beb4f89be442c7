import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import type { Answer } from '../../lib/api/api.ts';
import { changeListed } from '../../lib/api/paged-list.ts';

type Unread = Answer<'GET /api/admin/notifications/unread-count'>;

export const notificationsKey = ['/api/admin/notifications'];
const listKey = [...notificationsKey, 'list'];
export const latestKey = [...notificationsKey, 'latest'];
export const countsKey = [...notificationsKey, 'counts'];
export const unreadKey = ['/api/admin/notifications/unread-count'];
export const preferencesKey = ['/api/admin/notifications/preferences'];

export const LATEST = 5;

export const withLatest = (latest: readonly Notification[], notification: Notification) =>
  [notification, ...latest.filter(({ id }) => id !== notification.id)].slice(0, LATEST);

/** Returns the same array if nothing changes, to avoid a render. */
export const asRead = (items: Notification[], which: string | 'all') => {
  const concerns = ({ id, isRead }: Notification) => !isRead && (which === 'all' || id === which);
  return items.some(concerns) ? items.map((item) => (concerns(item) ? { ...item, isRead: true } : item)) : items;
};

export const setUnread = (queryClient: QueryClient, { count, needsAction }: Unread) =>
  queryClient.setQueryData<Unread>(unreadKey, { count, needsAction });

export function addLatest(queryClient: QueryClient, notification: Notification) {
  const before = queryClient.getQueryData<Notification[]>(latestKey) ?? [];
  queryClient.setQueryData<Notification[]>(latestKey, withLatest(before, notification));
  return !notification.isRead && !before.some(({ id, isRead }) => id === notification.id && !isRead);
}

export function markAsRead(queryClient: QueryClient, which: string | 'all') {
  queryClient.setQueryData<Notification[]>(latestKey, (latest) => latest && asRead(latest, which));
  changeListed<Notification>(queryClient, listKey, (items) => asRead(items, which));
}
