import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pollEvery } from './refetch.ts';

/** A list that is read from its newest end, of which more is loaded by scrolling. */
export interface LivePages<Item> {
  items: Item[];
  /** Where the older ones begin; null when there are none. */
  nextCursor: string | null;
}

export interface Listed {
  id: string;
  createdAt: string;
}

/** A page that stays open for days must not hold everything that ever happened. */
const KEPT_MAX = 5000;

/**
 * The newest page has been fetched again. Older ones stay below it as they are, unless so much has come
 * meanwhile that something between the two would be missing.
 */
export function withNewest<Item extends Listed>(
  known: LivePages<Item> | undefined,
  newest: LivePages<Item>,
): LivePages<Item> {
  const last = newest.items.at(-1);
  const first = known?.items[0];
  if (!known || !first || !last || newest.nextCursor === null || known.items.length > KEPT_MAX) return newest;
  if (first.createdAt < last.createdAt) return newest;
  const fresh = new Set(newest.items.map(({ id }) => id));
  const older = known.items.filter(({ id, createdAt }) => createdAt <= last.createdAt && !fresh.has(id));
  return older.length === 0 ? newest : { items: [...newest.items, ...older], nextCursor: known.nextCursor };
}

/** The page at `cursor` has been fetched. It is of no use when the list goes on elsewhere by now. */
export function withOlder<Item extends Listed>(
  known: LivePages<Item> | undefined,
  cursor: string,
  page: LivePages<Item>,
): LivePages<Item> | undefined {
  if (known?.nextCursor !== cursor) return known;
  const ids = new Set(known.items.map(({ id }) => id));
  return { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], nextCursor: page.nextCursor };
}

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
    // Somebody who comes back to the page wants to see what happened since, from the top.
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
