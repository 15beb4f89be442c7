import { useQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { api } from '../../../lib/api/api.ts';
import { apiFile, apiPage } from '../../../lib/api/api-admin.ts';
import { useListTotal } from '../../../lib/api/list-total.ts';
import { type PagedList, usePagedList } from '../../../lib/api/paged-list.ts';
import { type Filters, queryOf } from './filters.ts';

const LIMIT = 100;

export const useActivityList = (filters: Filters) =>
  usePagedList<ActivityEntry>({
    queryKey: ['/api/admin/activity', queryOf(filters)],
    fetchPage: (cursor, signal) =>
      apiPage('GET /api/admin/activity', { query: { ...queryOf(filters), limit: LIMIT, cursor } }, signal),
  });

export type ActivityListState = PagedList<ActivityEntry>;

/** Counting would cost as much as the search saves. */
export function useActivityTotal(list: ActivityListState, filters: Filters) {
  const { q, ...query } = queryOf(filters);
  return useListTotal(list, {
    queryKey: ['/api/admin/activity/count', query],
    fetchCount: () => api('GET /api/admin/activity/count', { query }),
    isCounted: q === undefined,
  });
}

/** Refetched although entries never change: the accounts they name do. */
export const useActivityEntry = (id: string, listed: ActivityEntry | undefined) =>
  useQuery({
    queryKey: ['/api/admin/activity/:id', id],
    queryFn: () => api('GET /api/admin/activity/:id', { params: { id } }),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  });

export const fetchActivityFile = (filters: Filters, signal: AbortSignal) =>
  apiFile('GET /api/admin/activity.csv', { query: queryOf(filters) }, signal);
