import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Listed, type LivePages, withNewest, withOlder } from './live-pages.ts';
import { pollEvery } from './poll-every.ts';

interface LiveListOptions<Item> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<LivePages<Item>>;
  everyMs: number;
}

const NONE: never[] = [];

/**
 * A list of what happens now. Only its newest page is asked for again and again: asking for everything
 * that was scrolled through would take as many requests, every few seconds.
 */
export function useLiveList<Item extends Listed>({ queryKey, fetchPage, everyMs }: LiveListOptions<Item>) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const newest = await fetchPage(null, signal);
      return withNewest(queryClient.getQueryData<LivePages<Item>>(queryKey), newest);
    },
    refetchInterval: pollEvery(everyMs),
    placeholderData: keepPreviousData,
    // Whoever comes back to the page wants to see what happened since, from the top.
    gcTime: 0,
  });
  const more = useMutation({
    mutationFn: async (cursor: string) => {
      const page = await fetchPage(cursor, new AbortController().signal);
      queryClient.setQueryData<LivePages<Item>>(queryKey, (known) => withOlder(known, cursor, page));
    },
  });
  const { mutate } = more;
  const cursor = query.isPlaceholderData ? null : (query.data?.nextCursor ?? null);
  const fetchNextPage = useCallback(() => {
    if (cursor !== null) mutate(cursor);
  }, [cursor, mutate]);
  const { data, error, isPending, isError, isPlaceholderData, isFetching, refetch } = query;
  return {
    items: data?.items ?? (NONE as Item[]),
    isPending,
    /** What is shown is not what was asked for. */
    isPlaceholderData,
    /** Nothing could be loaded. */
    hasFailed: isError && !data,
    /** What is shown may no longer be so. */
    isOutdated: isError && data !== undefined,
    error,
    refetch,
    isRefetching: isFetching,
    hasNextPage: cursor !== null,
    isFetching: more.isPending,
    isFetchNextPageError: more.isError && more.variables === cursor,
    moreError: more.error,
    fetchNextPage,
  };
}

export type LiveList<Item extends Listed> = ReturnType<typeof useLiveList<Item>>;
