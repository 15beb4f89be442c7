import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { GuestView } from '../../../contract/guests/guests.rules.ts';
import type { Guest, GuestLog } from '../../../contract/guests/guests.ts';
import type { SentMessage } from '../../../contract/guests/messages.ts';
import { api } from '../../lib/api/api.ts';
import { apiPage, apiWithLongTimeout } from '../../lib/api/api-admin.ts';
import { useListTotal } from '../../lib/api/list-total.ts';
import { type PagedList, type Pages, usePagedList, withNewest } from '../../lib/api/paged-list.ts';
import { pollEvery, throttledRefetch } from '../../lib/api/refetch.ts';
import { useLive, useLiveRefresh } from '../../lib/live/live.ts';
import { useMay } from '../../lib/use-may.ts';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';

const GUESTS = ['/api/admin/guests'];
const LOG = ['/api/admin/guest-logs'];

/** The socket says when something changed; asking now and then is for when it is silent. */
const EVERY_MS = 5000;
const LOG_PAGE = 100;

const polled = { refetchInterval: pollEvery(EVERY_MS), refetchOnMount: 'always' } as const;

const listKey = (view: GuestView, q = '') => [...GUESTS, 'list', view, q];
const fetchGuests = (view: GuestView, q = '') => api('GET /api/admin/guests', { query: { view, q: q || undefined } });

/**
 * Those of a search stay until the next ones are there. Another view has others: nobody must act on the wrong ones. Nothing is
 * asked for as long as the view is not decided.
 */
export function useGuests(view: GuestView | null, q = '') {
  const canSee = useMay().may('see-guests');
  return useQuery({
    queryKey: listKey(view ?? 'all', q),
    queryFn: () => fetchGuests(view ?? 'all', q),
    enabled: view !== null && canSee,
    ...polled,
    placeholderData: (before, query) => (query?.queryKey[2] === view ? before : undefined),
  });
}

/** Also asked for while the page is out of sight: then an admin has to be told that somebody needs help. */
export const useGuestsInNeed = () =>
  useQuery({
    queryKey: listKey('needs-help'),
    queryFn: () => fetchGuests('needs-help'),
    ...polled,
    refetchIntervalInBackground: true,
  });

const COUNTS = [...GUESTS, 'counts'];

/** In the title of the tab as well, which is read while the page is out of sight. */
export function useGuestCounts() {
  const canSee = useMay().may('see-guests');
  return useQuery({
    queryKey: COUNTS,
    queryFn: () => api('GET /api/admin/guests/counts'),
    enabled: canSee,
    ...polled,
    refetchIntervalInBackground: true,
  });
}

/** One guest, in whichever view they are by now. Null when the server knows no such guest of the last day. */
export function useGuest(id: string) {
  const queryClient = useQueryClient();
  const listed = () =>
    queryClient
      .getQueriesData<Guest[]>({ queryKey: [...GUESTS, 'list'] })
      .flatMap(([, guests]) => guests ?? [])
      .find((guest) => guest.id === id);
  const queryKey = [...GUESTS, 'one', id];
  return useQuery({
    queryKey,
    queryFn: async () => {
      // The tag leaves few to look through.
      const known = queryClient.getQueryData<Guest>(queryKey) ?? listed();
      return (await fetchGuests('all', known?.tag)).find((guest) => guest.id === id) ?? null;
    },
    ...polled,
    placeholderData: listed,
  });
}

/** Who is or was behind an address, asked for when an admin wants to do something about an old entry of the log. */
export const findGuestsAt = async (ip: string) =>
  (await fetchGuests('all', ip)).filter(({ ipAddress }) => ipAddress === ip);

/** What a line of the timeline comes from. Being seen again, which happens all the time, is none of it. */
const happened = ({ page, pageSince, outcome, code, mail, help, halted, helper, message }: Guest) =>
  JSON.stringify([page, pageSince, outcome, code?.triesLeft, mail, help, halted, helper?.id, message]);

/** Asked for anew when something has happened to the guest, and not whenever anything has to anybody: it asks the database. */
export const useTimeline = (guest: Guest) =>
  useQuery({
    queryKey: ['/api/admin/guests/:id/timeline', guest.id, happened(guest)],
    queryFn: () => api('GET /api/admin/guests/:id/timeline', { params: { id: guest.id } }),
    ...polled,
    placeholderData: keepPreviousData,
    gcTime: 0,
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

export const useGuestLogTotal = (list: GuestLogList) =>
  useListTotal(list, {
    queryKey: ['/api/admin/guest-logs/count'],
    fetchCount: () => api('GET /api/admin/guest-logs/count'),
  });

const AT_MOST_EVERY_MS = 350;

const AT_MOST_OUT_OF_SIGHT_MS = 2000;

/** Fetches guests and their log again when the server says that they have changed. */
export function useLiveGuests() {
  const queryClient = useQueryClient();
  useLiveRefresh('guests_changed', [GUESTS, LOG], AT_MOST_EVERY_MS);
  const [refreshNeed] = useState(() => {
    const again = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey });
    return throttledRefetch(() => Promise.all([COUNTS, listKey('needs-help')].map(again)), AT_MOST_OUT_OF_SIGHT_MS, {
      outOfSight: true,
    });
  });
  useLive(({ type }) => {
    if (type === 'guests_changed' && document.hidden) refreshNeed();
  });
}

/** Fetches everything about guests again, after something was done for one of them. */
export function useRenewGuests() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: GUESTS });
}

/** What a guest is sent is known here before the server lists it; an answer that is older must not take it back. */
export function useNoteSent() {
  const queryClient = useQueryClient();
  return async (id: string | undefined, message: SentMessage) => {
    const note = (guest: Guest) => (guest.id === id ? { ...guest, message } : guest);
    await queryClient.cancelQueries({ queryKey: GUESTS });
    queryClient.setQueriesData<Guest[]>({ queryKey: [...GUESTS, 'list'] }, (guests) => guests?.map(note));
    queryClient.setQueriesData<Guest>({ queryKey: [...GUESTS, 'one'] }, (guest) => guest && note(guest));
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

const STAY = 'Entries of guests who were told to come here stay until the audit retention ends.';

/** Deletes the given entries, or all there are. `done` counts those that are deleted already. */
export function useDeleteLogs() {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (ids: readonly string[] | 'all') => {
      let deleted = 0;
      let asked = 0;
      setDone(0);
      for await (const logIds of ids === 'all' ? everything() : inBatches(ids)) {
        const answer = await apiWithLongTimeout('DELETE /api/admin/guest-logs', { body: { logIds: [...logIds] } });
        deleted += answer.deletedCount;
        asked += logIds.length;
        setDone(deleted);
        await drop(queryClient, new Set(logIds));
      }
      return { deleted, stay: asked - deleted };
    },
    onSuccess: ({ deleted, stay }) => {
      const words = `Successfully deleted ${deleted.toLocaleString('en')} activity logs.`;
      toastSuccess('Logs Deleted', stay === 0 ? words : `${words} ${STAY}`);
    },
    onError: (error) =>
      toastFailure('Delete Failed', error, 'The activity logs could not be deleted. Please try again.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LOG }),
  });
  return { ...mutation, done };
}
