import { useQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { api } from '../../../lib/api/api.ts';
import { type PagedList, useListTotal, usePagedList } from '../../../lib/api/paged-list.ts';
import { type Filters, queryOf } from './filters.ts';

export const useActivityList = (filters: Filters) => usePagedList('GET /api/admin/activity', queryOf(filters));

export type ActivityListState = PagedList<ActivityEntry>;

/** Searches are not counted: that would cost as much as the search saves. */
export function useActivityTotal(list: ActivityListState, filters: Filters) {
  const { q, ...query } = queryOf(filters);
  return useListTotal(list, 'GET /api/admin/activity/count', { query }, q === undefined);
}

/** Refetched: entries never change, but the accounts they name do. */
export const useActivityEntry = (id: string, listed: ActivityEntry | undefined) =>
  useQuery({
    queryKey: ['/api/admin/activity/:id', id],
    queryFn: () => api('GET /api/admin/activity/:id', { params: { id } }),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  });
