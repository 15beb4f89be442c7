import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pollEvery } from './refetch.ts';

export interface Pages<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface Listed {
  id: string;
}

export interface Dated extends Listed {
  createdAt: string;
}

/** Bounds the memory of a page that stays open for days. */
const KEPT_MAX = 5000;

type Merge<Item> = (known: Pages<Item> | undefined, newest: Pages<Item>) => Pages<Item>;

/** Keeps older pages below a refetched first page, unless that would leave a gap between them. */
export const newestBy =
  <Item extends Listed>(timeOf: (item: Item) => string): Merge<Item> =>
  (known, newest) => {
    const last = newest.items.at(-1);
    const first = known?.items[0];
    if (!known || !first || !last || newest.nextCursor === null || known.items.length > KEPT_MAX) return newest;
    if (timeOf(first) < timeOf(last)) return newest;
    const fresh = new Set(newest.items.map(({ id }) => id));
    const older = known.items.filter((item) => timeOf(item) <= timeOf(last) && !fresh.has(item.id));
    return older.length === 0 ? newest : { items: [...newest.items, ...older], nextCursor: known.nextCursor };
  };

export const withNewest = <Item extends Dated>(known: Pages<Item> | undefined, newest: Pages<Item>) =>
  newestBy<Item>(({ createdAt }) => createdAt)(known, newest);

/** Pages overlap when rows change while an admin scrolls. */
function appended<Item extends Listed>(known: Pages<Item>, page: Pages<Item>): Pages<Item> {
  const ids = new Set(known.items.map(({ id }) => id));
  return { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], nextCursor: page.nextCursor };
}

/** Drops a page whose cursor is no longer the end of the list. */
export const withNextPage = <Item extends Listed>(known: Pages<Item> | undefined, cursor: string, page: Pages<Item>) =>
  known?.nextCursor === cursor ? appended(known, page) : known;

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Pages<Item>>;
  /** Joins a refetched first page with the loaded rows; by default it replaces them. */
  merge?: Merge<Item>;
  /** How many loaded rows a refetch includes, so that the list does not shrink. */
  refetchedMax?: number;
  everyMs?: number;
  retry?: false | ((failures: number, error: Error) => boolean);
}

const NONE: never[] = [];

/** A refetch asks for the first page only, or for `refetchedMax` rows. */
export function usePagedList<Item extends Listed>(options: PagedListOptions<Item>) {
  const { queryKey, fetchPage, merge, refetchedMax = 0, everyMs, retry = false } = options;
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let pages = await fetchPage(undefined, signal);
      const known = () => queryClient.getQueryData<Pages<Item>>(queryKey);
      if (merge) return merge(known(), pages);
      // Read each time: the admin may scroll on meanwhile.
      const wanted = () => Math.min(known()?.items.length ?? 0, refetchedMax);
      while (pages.nextCursor !== null && pages.items.length < wanted())
        pages = appended(pages, await fetchPage(pages.nextCursor, signal));
      return pages;
    },
    retry,
    // A shorter refetch would cut the list off under an admin at its end.
    refetchInterval: (query) =>
      everyMs !== undefined &&
      (merge || (query.state.data?.items.length ?? 0) <= refetchedMax) &&
      pollEvery(everyMs)(query),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const more = useMutation({
    mutationFn: async (cursor: string) => {
      const page = await fetchPage(cursor, new AbortController().signal);
      queryClient.setQueryData<Pages<Item>>(queryKey, (known) => withNextPage(known, cursor, page));
    },
    retry,
  });
  const { mutate } = more;
  const cursor = query.isPlaceholderData ? null : (query.data?.nextCursor ?? null);
  const fetchNextPage = useCallback(() => {
    if (cursor !== null) mutate(cursor);
  }, [cursor, mutate]);
  return {
    ...query,
    items: query.data?.items ?? NONE,
    hasNextPage: cursor !== null,
    isFetchingNextPage: more.isPending,
    isFetchNextPageError: more.isError && more.variables === cursor,
    error: query.isLoadingError ? query.error : more.error,
    fetchNextPage,
  };
}

export type PagedList<Item extends Listed> = ReturnType<typeof usePagedList<Item>>;
