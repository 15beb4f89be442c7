import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type { Notification, unreadCount } from '../../../contract/notifications.ts';
import type { LivePages } from '../../lib/live-list.ts';
import { asRead, withLatest } from './notification-changes.ts';

type Unread = z.output<(typeof unreadCount)['answer']>;

/** Everything that shows notifications; each key below begins with it. */
export const notificationsKey = ['/api/admin/notifications'];
export const listKey = [...notificationsKey, 'list'];
export const latestKey = [...notificationsKey, 'latest'];
export const countsKey = [...notificationsKey, 'counts'];
export const unreadKey = ['/api/admin/notifications/unread-count'];

export const setUnread = (queryClient: QueryClient, change: (count: number) => number) =>
  queryClient.setQueryData<Unread>(unreadKey, (unread) => unread && { count: Math.max(0, change(unread.count)) });

/** Told over the socket: it is right whatever was counted before. */
export const replaceUnread = (queryClient: QueryClient, count: number) =>
  queryClient.setQueryData<Unread>(unreadKey, { count });

/** Shows it in the bell at once. True when it adds to those that nobody has read. */
export function addLatest(queryClient: QueryClient, notification: Notification) {
  const before = queryClient.getQueryData<Notification[]>(latestKey) ?? [];
  queryClient.setQueryData<Notification[]>(latestKey, withLatest(before, notification));
  return !before.some(({ id, isRead }) => id === notification.id && !isRead);
}

/** One of them, or all, wherever they are shown. */
export function markAsRead(queryClient: QueryClient, id: string | 'all') {
  queryClient.setQueryData<Notification[]>(latestKey, (latest) => latest && asRead(latest, id));
  queryClient.setQueriesData<LivePages<Notification>>(
    { queryKey: listKey },
    (pages) => pages && { ...pages, items: asRead(pages.items, id) },
  );
}
