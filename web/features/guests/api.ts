import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { GuestListName } from '../../../contract/guests/guests.rules.ts';
import type { Guest, GuestLog } from '../../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../../contract/guests/help.rules.ts';
import type { SentMessage } from '../../../contract/guests/messages.ts';
import { api } from '../../lib/api/api.ts';
import { apiPage, apiWithLongTimeout } from '../../lib/api/api-admin.ts';
import {
  changeListed,
  type PagedList,
  type Pages,
  useListTotal,
  usePagedList,
  withNewest,
} from '../../lib/api/paged-list.ts';
import { pollEvery, throttledRefetch } from '../../lib/api/refetch.ts';
import { useLive, useLiveRefresh } from '../../lib/live/live.ts';
import { useMay } from '../../lib/use-may.ts';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';

const GUESTS = ['/api/admin/guests'];
const LOG = ['/api/admin/guest-logs'];

/** A fallback: the socket announces changes. */
const EVERY_MS = 5000;

const polled = { refetchInterval: pollEvery(EVERY_MS), refetchOnMount: 'always' } as const;

const fetchGuests = (view: GuestListName, q = '') =>
  api('GET /api/admin/guests', { query: { view, q: q || undefined } });
const listQuery = (view: GuestListName, q = '') => ({
  queryKey: [...GUESTS, 'list', view, q],
  queryFn: () => fetchGuests(view, q),
  ...polled,
});

/** Shows the old results until new ones arrive, but never those of another view. A null view waits. */
export function useGuests(view: GuestListName | null, q = '') {
  const canSee = useMay().may('see-guests');
  return useQuery({
    ...listQuery(view ?? 'all', q),
    enabled: view !== null && canSee,
    placeholderData: (before, query) => (query?.queryKey[2] === view ? before : undefined),
  });
}

/** Polled in background tabs too, for alerts. */
export const useGuestsInNeed = () => useQuery({ ...IN_NEED, refetchIntervalInBackground: true });

const IN_NEED = listQuery('needs-help');
const COUNTS = [...GUESTS, 'counts'];

/** Polled in background tabs too, for the tab's title. */
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

/** Null if the server knows no such guest from the last day. */
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
      // The tag keeps the answer short.
      const known = queryClient.getQueryData<Guest>(queryKey) ?? listed();
      return (await fetchGuests('all', known?.tag)).find((guest) => guest.id === id) ?? null;
    },
    ...polled,
    placeholderData: listed,
  });
}

export const findGuestsAt = async (ip: string) =>
  (await fetchGuests('all', ip)).filter(({ ipAddress }) => ipAddress === ip);

/** What the timeline depends on; not when the guest was last seen. */
const happened = ({ page, pageSince, outcome, code, mail, help, halted, helper, message }: Guest) =>
  JSON.stringify([page, pageSince, outcome, code?.triesLeft, mail, help, halted, helper?.id, message]);

/** The timeline costs a database query, so it is fetched only when something happened. */
export const useTimeline = (guest: Guest) =>
  useQuery({
    queryKey: ['/api/admin/guests/:id/timeline', guest.id, happened(guest)],
    queryFn: () => api('GET /api/admin/guests/:id/timeline', { params: { id: guest.id } }),
    ...polled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const useGuestLog = () =>
  usePagedList('GET /api/admin/guest-logs', {}, { merge: withNewest, everyMs: EVERY_MS });

export type GuestLogList = PagedList<GuestLog>;

export const useGuestLogTotal = (list: GuestLogList) => useListTotal(list, 'GET /api/admin/guest-logs/count', {});

const AT_MOST_EVERY_MS = 350;

const AT_MOST_OUT_OF_SIGHT_MS = 2000;

export function useLiveGuests() {
  const queryClient = useQueryClient();
  useLiveRefresh('guests_changed', [GUESTS, LOG], AT_MOST_EVERY_MS);
  const [refreshNeed] = useState(() => {
    const again = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey });
    return throttledRefetch(() => Promise.all([COUNTS, IN_NEED.queryKey].map(again)), AT_MOST_OUT_OF_SIGHT_MS, {
      outOfSight: true,
    });
  });
  useLive(({ type }) => {
    if (type === 'guests_changed' && document.hidden) refreshNeed();
  });
}

export function useRenewGuests() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: GUESTS });
}

/** An optimistic update, which an older answer must not overwrite. */
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

/** The size of a page of the API. */
const DELETED_AT_ONCE = 1000;

type Batches = AsyncIterable<readonly string[]>;

async function* inBatches(ids: readonly string[]): Batches {
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) yield ids.slice(at, at + DELETED_AT_ONCE);
}

/** Goes back from the newest entry; entries that arrive meanwhile stay. */
async function* everything(): Batches {
  const { signal } = new AbortController();
  let cursor: string | undefined;
  do {
    const query = { limit: DELETED_AT_ONCE, cursor };
    const page: Pages<GuestLog> = await apiPage('GET /api/admin/guest-logs', { query }, signal);
    if (page.items.length > 0) yield page.items.map(({ id }) => id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Cancels running requests: their answers could still hold deleted entries. */
async function drop(queryClient: QueryClient, ids: ReadonlySet<string>) {
  await queryClient.cancelQueries({ queryKey: LOG });
  changeListed<GuestLog>(queryClient, LOG, (logs) => logs.filter(({ id }) => !ids.has(id)));
}

const STAY = `Entries of guests who chose “${HELP_WORDS.told_to_come}” stay until the audit retention ends.`;

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
    onError: (error) => toastFailure('Delete Failed', error, "We couldn't delete the activity logs. Please try again."),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LOG }),
  });
  return { ...mutation, done };
}
