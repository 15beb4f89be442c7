import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pollEvery } from './refetch.ts';

/** A list of which more is loaded by scrolling. */
export interface Pages<Item> {
  items: Item[];
  /** Where the rest begins; null when there is none. */
  nextCursor: string | null;
}

interface Listed {
  id: string;
}

export interface Dated extends Listed {
  createdAt: string;
}

/** A page that stays open for days must not hold everything that ever happened. */
const KEPT_MAX = 5000;

type Merge<Item> = (known: Pages<Item> | undefined, newest: Pages<Item>) => Pages<Item>;

/**
 * The newest page has been fetched again. Older ones stay below it as they are, unless so much has come
 * meanwhile that something between the two would be missing.
 */
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

/** Pages can overlap when something changes while an admin scrolls. */
function appended<Item extends Listed>(known: Pages<Item>, page: Pages<Item>): Pages<Item> {
  const ids = new Set(known.items.map(({ id }) => id));
  return { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], nextCursor: page.nextCursor };
}

/** The page at `cursor` has been fetched. It is of no use when the list goes on elsewhere by now. */
export const withNextPage = <Item extends Listed>(known: Pages<Item> | undefined, cursor: string, page: Pages<Item>) =>
  known?.nextCursor === cursor ? appended(known, page) : known;

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Pages<Item>>;
  /** For a list of what happens now: how the first page joins what is there. Otherwise it takes its place. */
  merge?: Merge<Item>;
  /** How many of the items that are there are fetched again besides the first page, so that nothing jumps. */
  refetchedMax?: number;
  everyMs?: number;
  retry?: false | ((failures: number, error: Error) => boolean);
}

const NONE: never[] = [];

/**
 * A list of the back-office that is loaded page by page. Only its first page is asked for again: asking for everything
 * that was scrolled through would take as many requests, one after the other.
 */
export function usePagedList<Item extends Listed>(options: PagedListOptions<Item>) {
  const { queryKey, fetchPage, merge, refetchedMax = 0, everyMs, retry = false } = options;
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let pages = await fetchPage(undefined, signal);
      const known = () => queryClient.getQueryData<Pages<Item>>(queryKey);
      if (merge) return merge(known(), pages);
      // Asked each time: somebody may scroll on meanwhile.
      const wanted = () => Math.min(known()?.items.length ?? 0, refetchedMax);
      while (pages.nextCursor !== null && pages.items.length < wanted())
        pages = appended(pages, await fetchPage(pages.nextCursor, signal));
      return pages;
    },
    retry,
    // What would not be fetched again as a whole would be cut off under somebody who has scrolled down to its end.
    refetchInterval: (query) =>
      everyMs !== undefined &&
      (merge || (query.state.data?.items.length ?? 0) <= refetchedMax) &&
      pollEvery(everyMs)(query),
    placeholderData: keepPreviousData,
    // An admin who comes back to the page wants to see what there is now, from the top.
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
    /** Why there is nothing, or no more. */
    error: query.isLoadingError ? query.error : more.error,
    fetchNextPage,
  };
}

export type PagedList<Item extends Listed> = ReturnType<typeof usePagedList<Item>>;
