import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Guest, GuestLog } from '../../../contract/guest-activity.ts';
import { api } from '../../lib/api.ts';
import { apiPage, apiPatiently } from '../../lib/api-admin.ts';
import { useLiveRefresh } from '../../lib/live.ts';
import { type PagedList, type Pages, usePagedList, withNewest } from '../../lib/paged-list.ts';
import { pollEvery } from '../../lib/refetch.ts';
import { toastError, toastSuccess } from '../../ui/overlays/toast.ts';

const GUESTS = ['/api/admin/guests'];
const LOG = ['/api/admin/guest-logs'];

/** The socket says when something changed; asking now and then is for when it is silent. */
const EVERY_MS = 5000;
const LOG_PAGE = 100;

export const useGuests = () =>
  useQuery({
    queryKey: GUESTS,
    queryFn: () => api('GET /api/admin/guests'),
    refetchInterval: pollEvery(EVERY_MS),
    refetchOnMount: 'always',
  });

const fetchLogs = (limit: number, cursor: string | undefined, signal: AbortSignal) =>
  apiPage('GET /api/admin/guest-logs', { query: { limit, cursor } }, signal);

export const useGuestLog = () =>
  usePagedList<GuestLog>({
    queryKey: LOG,
    fetchPage: (cursor, signal) => fetchLogs(LOG_PAGE, cursor, signal),
    merge: withNewest,
    everyMs: EVERY_MS,
  });

export type GuestLogList = PagedList<GuestLog>;

const AT_MOST_EVERY_MS = 350;

/** Fetches guests and their log again when the server says that they have changed. */
export const useLiveGuests = () => useLiveRefresh('guests_changed', [GUESTS, LOG], AT_MOST_EVERY_MS);

/** What a guest is sent is known here before the server lists it; an answer that is older must not take it back. */
export function useNoteSent(ip: string) {
  const queryClient = useQueryClient();
  return async (sent: Partial<Guest['waiting']>) => {
    await queryClient.cancelQueries({ queryKey: GUESTS });
    queryClient.setQueryData<Guest[]>(GUESTS, (guests) =>
      guests?.map((guest) => (guest.ipAddress === ip ? { ...guest, waiting: { ...guest.waiting, ...sent } } : guest)),
    );
    await queryClient.invalidateQueries({ queryKey: GUESTS });
  };
}

/** As many as a page can have, and fewer than one call takes. */
const DELETED_AT_ONCE = 1000;

type Batches = AsyncIterable<readonly string[]>;

async function* inBatches(ids: readonly string[]): Batches {
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) yield ids.slice(at, at + DELETED_AT_ONCE);
}

/** Everything from the newest entry back. What is recorded meanwhile is newer and stays. */
async function* everything(): Batches {
  const { signal } = new AbortController();
  let cursor: string | undefined;
  do {
    const page: Pages<GuestLog> = await fetchLogs(DELETED_AT_ONCE, cursor, signal);
    if (page.items.length > 0) yield page.items.map(({ id }) => id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** An answer that is on its way could still hold what has just been deleted. */
async function drop(queryClient: QueryClient, ids: ReadonlySet<string>) {
  await queryClient.cancelQueries({ queryKey: LOG });
  queryClient.setQueryData<Pages<GuestLog>>(
    LOG,
    (pages) => pages && { ...pages, items: pages.items.filter(({ id }) => !ids.has(id)) },
  );
}

/** Deletes the given entries, or all there are. `done` counts those that are deleted already. */
export function useDeleteLogs() {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (ids: readonly string[] | 'all') => {
      let deleted = 0;
      setDone(0);
      for await (const logIds of ids === 'all' ? everything() : inBatches(ids)) {
        const answer = await apiPatiently('DELETE /api/admin/guest-logs', { body: { logIds: [...logIds] } });
        deleted += answer.deletedCount;
        setDone(deleted);
        await drop(queryClient, new Set(logIds));
      }
      return deleted;
    },
    onSuccess: (count) =>
      toastSuccess('Logs Deleted', `Successfully deleted ${count.toLocaleString('en')} activity logs.`),
    onError: (error) => toastError(error, 'The activity logs could not be deleted. Please try again.', 'Delete Failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LOG }),
  });
  return { ...mutation, done };
}
