import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { GuestLog } from '../../../contract/guest-activity.ts';
import { apiPage } from '../../lib/api-admin.ts';
import type { LivePages } from '../../lib/live-list.ts';
import { type LiveList, useLiveList } from '../../lib/live-list.ts';

const EVERY = 5000;
const LIMIT = 100;

export const guestLogKey = ['/api/admin/guest-logs'];

export const useGuestLog = () =>
  useLiveList<GuestLog>({
    queryKey: guestLogKey,
    fetchPage: (cursor, signal) =>
      apiPage('GET /api/admin/guest-logs', { query: { limit: LIMIT, cursor: cursor ?? undefined } }, signal),
    everyMs: EVERY,
  });

export type GuestLogList = LiveList<GuestLog>;

/** An answer that is on its way could still hold what has just been deleted. */
async function drop(queryClient: QueryClient, ids: ReadonlySet<string>) {
  await queryClient.cancelQueries({ queryKey: guestLogKey });
  queryClient.setQueryData<LivePages<GuestLog>>(
    guestLogKey,
    (pages) => pages && { ...pages, items: pages.items.filter(({ id }) => !ids.has(id)) },
  );
}

export function useLogChanges() {
  const queryClient = useQueryClient();
  return {
    drop: (ids: readonly string[]) => drop(queryClient, new Set(ids)),
    refresh: () => queryClient.invalidateQueries({ queryKey: guestLogKey }),
  };
}
