import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Notification, NotificationType, SilentType } from '../../../contract/notifications/notifications.ts';
import { api } from '../../lib/api/api.ts';
import { type PagedList, usePagedList, withNewest } from '../../lib/api/paged-list.ts';
import { pollEvery } from '../../lib/api/refetch.ts';
import { useLive, useLiveRefresh } from '../../lib/live/live.ts';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { useActionAlert } from './alerts/action-alert.ts';
import {
  addLatest,
  countsKey,
  LATEST,
  latestKey,
  markAsRead,
  notificationsKey,
  preferencesKey,
  setUnread,
  unreadKey,
} from './cache.ts';

const LIST_EVERY = 30_000;
const UNREAD_EVERY = 10_000;
const REFRESHED_AT_MOST_EVERY = 1000;

let unreadAskedAt = 0;

export const useUnreadCount = () =>
  useQuery({
    queryKey: unreadKey,
    queryFn: () => {
      unreadAskedAt = Date.now();
      return api('GET /api/admin/notifications/unread-count');
    },
    // Every count from the socket restarts React Query's timer, so it gets only the remaining time.
    refetchInterval: () => Math.max(1000, unreadAskedAt + UNREAD_EVERY - Date.now()),
  });

export const useLatest = () =>
  useQuery({
    queryKey: latestKey,
    queryFn: () => api('GET /api/admin/notifications', { query: { limit: LATEST, only: 'ringing' } }),
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

interface NotificationFilters {
  q: string;
  type: NotificationType | undefined;
  only: 'warnings' | undefined;
}

export const useNotificationList = (filters: NotificationFilters) =>
  usePagedList('GET /api/admin/notifications', filters, { merge: withNewest, everyMs: LIST_EVERY });

export type NotificationPages = PagedList<Notification>;

function renew(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: unreadKey });
  queryClient.invalidateQueries({ queryKey: notificationsKey });
}

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (which: Notification | 'all') =>
      which === 'all'
        ? api('PATCH /api/admin/notifications/mark-all-read')
        : api('PATCH /api/admin/notifications/:id/read', { params: { id: which.id } }),
    onMutate: async (which) => {
      // A running refetch would undo the optimistic update.
      await queryClient.cancelQueries({ queryKey: notificationsKey });
      markAsRead(queryClient, which === 'all' ? 'all' : which.id);
      if (which === 'all') setUnread(queryClient, { count: 0, needsAction: 0 });
    },
    onError: (error) => toastFailure('Not marked as read', error, 'Please try again in a moment.'),
    onSettled: () => renew(queryClient),
  });
}

export const usePreferences = () =>
  useQuery({
    queryKey: preferencesKey,
    queryFn: () => api('GET /api/admin/notifications/preferences'),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useSavePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (silent: SilentType[]) => api('PUT /api/admin/notifications/preferences', { body: { silent } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(preferencesKey, saved);
      renew(queryClient);
      toastSuccess('Preferences saved', 'They apply only to you. Other staff and the chat are still notified.');
    },
    onError: (error) => toastFailure('Preferences not saved', error, 'Please try again in a moment.'),
  });
}

export const useSendTest = () =>
  useMutation({
    mutationFn: (type: 'user_login' | 'page_view') => api('POST /api/admin/test-notification', { body: { type } }),
    onSuccess: () => toastSuccess('Test notification sent', 'Check the notification dropdown for the new alert'),
    onError: (error) => toastFailure('Failed to send notification', error, 'Please try again in a moment.'),
  });

export function useLiveNotifications() {
  const queryClient = useQueryClient();
  const alertOf = useActionAlert();
  useLive((event) => {
    switch (event.type) {
      case 'new_notification':
        if (!event.silent && addLatest(queryClient, event.notification)) alertOf(event.notification);
        break;
      case 'unread_count':
        setUnread(queryClient, event);
        if (event.count === 0) markAsRead(queryClient, 'all');
        break;
      case 'catch_up':
        queryClient.invalidateQueries({ queryKey: unreadKey });
        break;
    }
  });
  useLiveRefresh('new_notification', [notificationsKey], REFRESHED_AT_MOST_EVERY);
}
