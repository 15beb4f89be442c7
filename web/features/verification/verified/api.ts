import { useQuery } from '@tanstack/react-query';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { api } from '../../../lib/api/api.ts';
import {
  newestBy,
  PAGE_SIZE,
  type PagedList,
  type Pages,
  useListTotal,
  usePagedList,
} from '../../../lib/api/paged-list.ts';
import { useLiveRefresh } from '../../../lib/live/live.ts';
import { type Filters, queryOf } from './filters.ts';

const LIST = ['/api/admin/verified'];
/** A fallback for a silent socket. */
const EVERY_MS = 5000;
const AT_MOST_EVERY_MS = 1500;

const byTime = newestBy<VerifiedEmail>(({ verifiedAt }) => verifiedAt);

/** A slow search returns a short page. This keeps what was already found further back. */
export function withFound(known: Pages<VerifiedEmail> | undefined, newest: Pages<VerifiedEmail>) {
  if (!known || newest.nextCursor === null || newest.items.length >= PAGE_SIZE) return byTime(known, newest);
  const fresh = new Set(newest.items.map(({ id }) => id));
  return { ...known, items: [...newest.items, ...known.items.filter(({ id }) => !fresh.has(id))] };
}

export function useVerifiedList(filters: Filters) {
  useLiveRefresh('guests_changed', [LIST], AT_MOST_EVERY_MS);
  return usePagedList('GET /api/admin/verified', queryOf(filters), { merge: withFound, everyMs: EVERY_MS });
}

export type VerifiedListState = PagedList<VerifiedEmail>;

/** Searches are not counted: that would cost as much as the search saves. */
export function useVerifiedTotal(list: VerifiedListState, filters: Filters) {
  const { q, ...query } = queryOf(filters);
  return useListTotal(list, 'GET /api/admin/verified/count', { query }, q === undefined);
}

/** Refetched: the address never changes, but its guest does. */
export const useVerifiedEmail = (id: string, listed: VerifiedEmail | undefined) =>
  useQuery({
    queryKey: ['/api/admin/verified/:id', id],
    queryFn: () => api('GET /api/admin/verified/:id', { params: { id } }),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  });
