import { useQuery } from '@tanstack/react-query';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { api } from '../../../lib/api/api.ts';
import { apiFile, apiPage } from '../../../lib/api/api-admin.ts';
import { useListTotal } from '../../../lib/api/list-total.ts';
import { newestBy, type PagedList, type Pages, usePagedList } from '../../../lib/api/paged-list.ts';
import { useLiveRefresh } from '../../../lib/live/live.ts';
import { type Filters, queryOf } from './filters.ts';

const LIST = ['/api/admin/verified'];
const LIMIT = 100;
/** Fallback for a silent socket. */
const EVERY_MS = 5000;
const AT_MOST_EVERY_MS = 1500;

const byTime = newestBy<VerifiedEmail>(({ verifiedAt }) => verifiedAt);

/** A slow search returns a short page; keeps what it had found further back. */
export function withFound(known: Pages<VerifiedEmail> | undefined, newest: Pages<VerifiedEmail>) {
  if (!known || newest.nextCursor === null || newest.items.length >= LIMIT) return byTime(known, newest);
  const fresh = new Set(newest.items.map(({ id }) => id));
  return { ...known, items: [...newest.items, ...known.items.filter(({ id }) => !fresh.has(id))] };
}

export function useVerifiedList(filters: Filters) {
  useLiveRefresh('guests_changed', [LIST], AT_MOST_EVERY_MS);
  return usePagedList<VerifiedEmail>({
    queryKey: [...LIST, queryOf(filters)],
    fetchPage: (cursor, signal) =>
      apiPage('GET /api/admin/verified', { query: { ...queryOf(filters), limit: LIMIT, cursor } }, signal),
    merge: withFound,
    everyMs: EVERY_MS,
  });
}

export type VerifiedListState = PagedList<VerifiedEmail>;

/** Counting would cost as much as the search saves. */
export function useVerifiedTotal(list: VerifiedListState, filters: Filters) {
  const { q, ...query } = queryOf(filters);
  return useListTotal(list, {
    queryKey: ['/api/admin/verified/count', query],
    fetchCount: () => api('GET /api/admin/verified/count', { query }),
    isCounted: q === undefined,
  });
}

/** Refetched although it never changes: its guest does. */
export const useVerifiedEmail = (id: string, listed: VerifiedEmail | undefined) =>
  useQuery({
    queryKey: ['/api/admin/verified/:id', id],
    queryFn: () => api('GET /api/admin/verified/:id', { params: { id } }),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  });

export const fetchVerifiedFile = (filters: Filters, signal: AbortSignal) =>
  apiFile('GET /api/admin/verified.csv', { query: queryOf(filters) }, signal);
