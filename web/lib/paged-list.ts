import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { announceFailure } from './api-error.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

type Pages<Item> = InfiniteData<Page<Item>>;

/** Pages can overlap when something changes its place while somebody scrolls. */
const withoutRepeats = <Item extends { id: string }>({ pages }: Pages<Item>) => [
  ...new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const))).values(),
];

/** Asking anew for all that was scrolled through would take as many requests, one after the other. */
const firstOf = <Item>({ pages, pageParams }: Pages<Item>, most: number) => ({
  pages: pages.slice(0, most),
  pageParams: pageParams.slice(0, most),
});

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>;
  retry?: (failures: number, error: Error) => boolean;
}

/** A list from its top, of which more is loaded by scrolling. It is asked for again only when something says so. */
export function usePagedList<Item extends { id: string }>({ fetchPage, ...options }: PagedListOptions<Item>) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // An admin who comes back to the page wants to see what is there now, from the top.
    gcTime: 0,
  });
  const { data } = query;
  const items = useMemo(() => (data ? withoutRepeats(data) : []), [data]);
  const renew = async () => {
    queryClient.setQueryData<Pages<Item>>(options.queryKey, (list) => list && firstOf(list, 1));
    const { error } = await query.refetch();
    if (error) announceFailure('Error', error, 'The list could not be refreshed');
  };
  return { ...query, items, renew };
}

/**
 * What the lists on screen whose key begins with this one learn about a change. `patch` and `remove` need no request;
 * `refresh` asks anew for lists of at most `most` pages, and `renew` for the first pages of every list, where rows have
 * to appear that nobody knows yet.
 */
export function useCachedPages<Item extends { id: string }>(queryKey: QueryKey, most: number) {
  const queryClient = useQueryClient();
  const change = (next: (list: Pages<Item>) => Pages<Item>) =>
    queryClient.setQueriesData<Pages<Item>>({ queryKey }, (list) => list && next(list));
  const changeItems = (next: (items: Item[]) => Item[]) =>
    change((list) => ({ ...list, pages: list.pages.map((page) => ({ ...page, items: next(page.items) })) }));
  return {
    patch: (ids: ReadonlySet<string>, patch: Partial<Item>) =>
      changeItems((items) => items.map((item) => (ids.has(item.id) ? { ...item, ...patch } : item))),
    remove: (ids: ReadonlySet<string>) => changeItems((items) => items.filter(({ id }) => !ids.has(id))),
    refresh: () => {
      queryClient.invalidateQueries({
        queryKey,
        predicate: ({ state }) => ((state.data as Pages<Item> | undefined)?.pages.length ?? 0) <= most,
      });
    },
    renew: () => {
      change((list) => firstOf(list, most));
      queryClient.invalidateQueries({ queryKey });
    },
  };
}
