import type { QueryClient } from '@tanstack/react-query';
import { asksForAction } from '../../../contract/notifications/notifications.rules.ts';
import type { Notification, NotificationType } from '../../../contract/notifications/notifications.ts';
import type { Answer } from '../../lib/api/api.ts';
import type { Pages } from '../../lib/api/paged-list.ts';

type Unread = Answer<'GET /api/admin/notifications/unread-count'>;
type Preferences = Answer<'GET /api/admin/notifications/preferences'>;

export const notificationsKey = ['/api/admin/notifications'];
export const listKey = [...notificationsKey, 'list'];
export const latestKey = [...notificationsKey, 'latest'];
export const countsKey = [...notificationsKey, 'counts'];
export const unreadKey = ['/api/admin/notifications/unread-count'];
export const preferencesKey = ['/api/admin/notifications/preferences'];

export const LATEST = 5;

/** A repeated notification moves to the top. */
export const withLatest = (latest: readonly Notification[], notification: Notification) =>
  [notification, ...latest.filter(({ id }) => id !== notification.id)].slice(0, LATEST);

/** Returns the same array if nothing changes, to avoid a render. */
export const asRead = (items: Notification[], which: string | 'all') => {
  const concerns = ({ id, isRead }: Notification) => !isRead && (which === 'all' || id === which);
  return items.some(concerns) ? items.map((item) => (concerns(item) ? { ...item, isRead: true } : item)) : items;
};

const isSilent = (queryClient: QueryClient, type: NotificationType) =>
  queryClient.getQueryData<Preferences>(preferencesKey)?.silent.some((one) => one === type) ?? false;

/** An estimate until the server sends its count. */
export function countUnread(queryClient: QueryClient, type: NotificationType, change: 1 | -1) {
  const silent = isSilent(queryClient, type);
  const added = (to: number, counts: boolean) => Math.max(0, to + (counts ? change : 0));
  queryClient.setQueryData<Unread>(
    unreadKey,
    (unread) =>
      unread && {
        count: added(unread.count, !silent),
        needsAction: added(unread.needsAction, !silent && asksForAction(type)),
        silent: added(unread.silent, silent),
      },
  );
}

export const setUnread = (queryClient: QueryClient, { count, needsAction, silent }: Unread) =>
  queryClient.setQueryData<Unread>(unreadKey, { count, needsAction, silent });

/** True if it adds an unread one. */
export function addLatest(queryClient: QueryClient, notification: Notification) {
  const before = queryClient.getQueryData<Notification[]>(latestKey) ?? [];
  queryClient.setQueryData<Notification[]>(latestKey, withLatest(before, notification));
  return !notification.isRead && !before.some(({ id, isRead }) => id === notification.id && !isRead);
}

export function markAsRead(queryClient: QueryClient, which: string | 'all') {
  queryClient.setQueryData<Notification[]>(latestKey, (latest) => latest && asRead(latest, which));
  queryClient.setQueriesData<Pages<Notification>>(
    { queryKey: listKey },
    (pages) => pages && { ...pages, items: asRead(pages.items, which) },
  );
}
