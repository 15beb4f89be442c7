import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../lib/live.ts';
import { refresher } from '../../lib/refetch.ts';
import { addLatest, markAsRead, notificationsKey, replaceUnread, setUnread, unreadKey } from './notification-cache.ts';

const AT_MOST_EVERY_MS = 1000;

/** Keeps bell, list and counters up to date with what comes over the socket. */
export function useLiveNotifications() {
  const queryClient = useQueryClient();
  const [refresh] = useState(() =>
    refresher(() => queryClient.invalidateQueries({ queryKey: notificationsKey }), AT_MOST_EVERY_MS),
  );
  useLive((event) => {
    switch (event.type) {
      case 'new_notification':
        if (addLatest(queryClient, event.notification)) setUnread(queryClient, (count) => count + 1);
        refresh();
        break;
      case 'unread_count':
        replaceUnread(queryClient, event.count);
        // Somebody else has read them all, also those that nobody asks for again.
        if (event.count === 0) markAsRead(queryClient, 'all');
        break;
      case 'catch_up':
        queryClient.invalidateQueries({ queryKey: unreadKey });
        refresh();
        break;
    }
  });
}
