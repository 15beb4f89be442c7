import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '../../../contract/notifications.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { markAsRead, notificationsKey, setUnread, unreadKey } from './notification-cache.ts';

/** Shown as read at once; if the server does not agree, what it says is shown instead. */
function useMarking<Which>(mark: (which: Which) => Promise<unknown>, show: (which: Which) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: mark,
    onMutate: async (which) => {
      // An answer that is on its way would bring back what is read by now.
      await queryClient.cancelQueries({ queryKey: notificationsKey });
      show(which);
    },
    onError: (error) => {
      queryClient.invalidateQueries({ queryKey: unreadKey });
      const description = sentenceOf(error, 'The notifications could not be marked as read. Please try again.');
      toast({ title: 'Error', description, variant: 'error' });
    },
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: notificationsKey });
    },
  });
}

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMarking(
    ({ id }: Notification) => api('PATCH /api/admin/notifications/:id/read', { params: { id } }),
    ({ id }) => {
      markAsRead(queryClient, id);
      setUnread(queryClient, (count) => count - 1);
    },
  );
}

export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMarking(
    () => api('PATCH /api/admin/notifications/mark-all-read'),
    () => {
      markAsRead(queryClient, 'all');
      setUnread(queryClient, () => 0);
    },
  );
}
