import type { QueryClient } from '@tanstack/react-query';
import { asksForAction } from '../../../contract/notifications/notifications.rules.ts';
import type { Notification, NotificationType } from '../../../contract/notifications/notifications.ts';
import type { Answer } from '../../lib/api/api.ts';
import type { Pages } from '../../lib/api/paged-list.ts';

type Unread = Answer<'GET /api/admin/notifications/unread-count'>;
type Preferences = Answer<'GET /api/admin/notifications/preferences'>;

/** Everything that shows notifications; each key below begins with it. */
export const notificationsKey = ['/api/admin/notifications'];
export const listKey = [...notificationsKey, 'list'];
export const latestKey = [...notificationsKey, 'latest'];
export const countsKey = [...notificationsKey, 'counts'];
export const unreadKey = ['/api/admin/notifications/unread-count'];
export const preferencesKey = ['/api/admin/notifications/preferences'];

/** How many are in the bell. */
export const LATEST = 5;

/** The newest first. What happened again takes the place of what it was. */
export const withLatest = (latest: readonly Notification[], notification: Notification) =>
  [notification, ...latest.filter(({ id }) => id !== notification.id)].slice(0, LATEST);

/** The same list when there is nothing to change, so that nothing is drawn again. */
export const asRead = (items: Notification[], which: string | 'all') => {
  const concerns = ({ id, isRead }: Notification) => !isRead && (which === 'all' || id === which);
  return items.some(concerns) ? items.map((item) => (concerns(item) ? { ...item, isRead: true } : item)) : items;
};

/** Whether this admin has switched the type off. */
const isSilent = (queryClient: QueryClient, type: NotificationType) =>
  queryClient.getQueryData<Preferences>(preferencesKey)?.silent.some((one) => one === type) ?? false;

/** One more or one less. Counted here, until the server says how many there are. */
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

/** Shows it in the bell at once. True when it adds to the unread ones. */
export function addLatest(queryClient: QueryClient, notification: Notification) {
  const before = queryClient.getQueryData<Notification[]>(latestKey) ?? [];
  queryClient.setQueryData<Notification[]>(latestKey, withLatest(before, notification));
  return !notification.isRead && !before.some(({ id, isRead }) => id === notification.id && !isRead);
}

/** One of them, or all, wherever they are shown. */
export function markAsRead(queryClient: QueryClient, which: string | 'all') {
  queryClient.setQueryData<Notification[]>(latestKey, (latest) => latest && asRead(latest, which));
  queryClient.setQueriesData<Pages<Notification>>(
    { queryKey: listKey },
    (pages) => pages && { ...pages, items: asRead(pages.items, which) },
  );
}
