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

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>;
  retry?: (failures: number, error: Error) => boolean;
}

/** A list from its top, of which more is loaded by scrolling. It is asked for again only when something says so. */
export function usePagedList<Item extends { id: string }>({ fetchPage, ...options }: PagedListOptions<Item>) {
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
  const { shorten } = useCachedPages<Item>(options.queryKey);
  const renew = async () => {
    shorten(1);
    const { error } = await query.refetch();
    if (error) announceFailure('Error', error, 'The list could not be refreshed');
  };
  return { ...query, items, renew };
}

/** The lists whose key begins with this one, to be changed where they are shown. */
export function useCachedPages<Item extends { id: string }>(queryKey: QueryKey) {
  const queryClient = useQueryClient();
  const change = (next: (list: Pages<Item>) => Pages<Item>) =>
    queryClient.setQueriesData<Pages<Item>>({ queryKey }, (list) => list && next(list));
  /** Asking anew for all that was scrolled through would take as many requests, one after the other. */
  const shorten = (most: number) =>
    change(({ pages, pageParams }) => ({ pages: pages.slice(0, most), pageParams: pageParams.slice(0, most) }));
  return {
    changeItems: (next: (items: Item[]) => Item[]) =>
      change((list) => ({ ...list, pages: list.pages.map((page) => ({ ...page, items: next(page.items) })) })),
    shorten,
    /** Asks anew for lists that have at most so many pages. */
    refresh: (most: number) => {
      queryClient.invalidateQueries({
        queryKey,
        predicate: ({ state }) => ((state.data as Pages<Item> | undefined)?.pages.length ?? 0) <= most,
      });
    },
    /** Asks anew for so many pages of every list. */
    renew: (most = 1) => {
      shorten(most);
      queryClient.invalidateQueries({ queryKey });
    },
  };
}
