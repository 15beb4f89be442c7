import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { apiPage } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { type Filters, queryOf } from './filters.ts';

const LIMIT = 100;

interface Page {
  items: ActivityEntry[];
  nextCursor: string | null;
}
type List = InfiniteData<Page>;

export function useActivityList(filters: Filters) {
  const queryClient = useQueryClient();
  const queryKey = ['/api/admin/activity', queryOf(filters)];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      apiPage(
        'GET /api/admin/activity',
        { query: { ...queryOf(filters), limit: LIMIT, cursor: pageParam ?? undefined } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Whoever comes back to the page wants to see what happened since, from the top.
    gcTime: 0,
  });
  const { data } = query;
  const entries = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const renew = async () => {
    scrollTo(0, 0);
    // Asking anew for everything that was scrolled through would take as many requests, one after the other.
    queryClient.setQueryData<List>(
      queryKey,
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    );
    const { error } = await query.refetch();
    if (error) {
      const description = sentenceOf(error, 'The list could not be refreshed');
      toast({ title: 'Error', description, variant: 'error' });
    }
  };
  return { ...query, entries, renew };
}

export type ActivityListState = ReturnType<typeof useActivityList>;
