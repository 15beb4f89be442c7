import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../lib/live.ts';
import { refresher } from '../../lib/refetch.ts';
import { guestsKey } from './guests-query.ts';
import { guestLogKey } from './log-query.ts';

const AT_MOST_EVERY_MS = 350;

/** Fetches guests and their log again when the server says that they have changed. */
export function useLiveGuests() {
  const queryClient = useQueryClient();
  const [refresh] = useState(() =>
    refresher(
      () => Promise.all([guestsKey, guestLogKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
      AT_MOST_EVERY_MS,
    ),
  );
  useLive(({ type }) => {
    if (type === 'guests_changed' || type === 'catch_up') refresh();
  });
}
