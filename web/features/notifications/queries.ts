import { useQuery } from '@tanstack/react-query';
import type { Notification, NotificationType } from '../../../contract/notifications.ts';
import { api } from '../../lib/api.ts';
import { apiPage } from '../../lib/api-admin.ts';
import { type LiveList, useLiveList } from '../../lib/live-list.ts';
import { pollEvery } from '../../lib/refetch.ts';
import { countsKey, latestKey, listKey, unreadKey } from './notification-cache.ts';

const LIST_EVERY = 30_000;
const UNREAD_EVERY = 10_000;
const LIMIT = 100;
const LATEST = 5;

export const useUnreadCount = () =>
  useQuery({
    queryKey: unreadKey,
    queryFn: () => api('GET /api/admin/notifications/unread-count'),
    refetchInterval: UNREAD_EVERY,
    select: ({ count }) => count,
  });

/** For the bell, each time it is opened; what comes over the socket is in there already. */
export const useLatest = () =>
  useQuery({
    queryKey: latestKey,
    queryFn: () => api('GET /api/admin/notifications', { query: { limit: LATEST } }),
    refetchOnMount: 'always',
  });

function startOfToday() {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return today.toISOString();
}

export const useCounts = () =>
  useQuery({
    queryKey: countsKey,
    queryFn: () => api('GET /api/admin/notifications/counts', { query: { since: startOfToday() } }),
    refetchInterval: pollEvery(LIST_EVERY),
    refetchOnMount: 'always',
  });

export interface NotificationFilters {
  q: string;
  type: NotificationType | undefined;
}

export const useNotificationList = (filters: NotificationFilters) =>
  useLiveList<Notification>({
    queryKey: [...listKey, filters],
    fetchPage: (cursor, signal) =>
      apiPage(
        'GET /api/admin/notifications',
        { query: { ...filters, limit: LIMIT, cursor: cursor ?? undefined } },
        signal,
      ),
    everyMs: LIST_EVERY,
  });

export type NotificationList = LiveList<Notification>;
