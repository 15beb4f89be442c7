import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Answer, type AnyOptions, type JsonKey, type Options, send } from './api.ts';
import { apiPage, type ListKey } from './api-admin.ts';
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

/** Keeps older pages below a refetched first page, unless there is a gap. */
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

export const withNextPage = <Item extends Listed>(known: Pages<Item> | undefined, cursor: string, page: Pages<Item>) =>
  known?.nextCursor === cursor ? appended(known, page) : known;

export const PAGE_SIZE = 100;

const pathOf = (key: string) => key.slice('GET '.length);

type ItemOf<K extends ListKey> = Answer<K>[number];
type ListQuery<K extends ListKey> =
  Options<K> extends { query?: infer Query } ? Omit<Query, 'limit' | 'cursor'> : never;

interface PagedListOptions<Item> {
  /** By default a refetched first page replaces the loaded rows. */
  merge?: Merge<Item>;
  refetchedMax?: number;
  laterPageSize?: number;
  everyMs?: number;
  retry?: false | ((failures: number, error: Error) => boolean);
}

export interface PagedList<Item = Listed> extends Omit<UseQueryResult<Pages<Item>>, 'error'> {
  items: Item[];
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => void;
}

const NONE: never[] = [];

export function usePagedList<K extends ListKey>(
  key: K,
  query: ListQuery<K>,
  options: PagedListOptions<ItemOf<K>> = {},
): PagedList<ItemOf<K>> {
  type Item = ItemOf<K>;
  const { merge, refetchedMax = 0, laterPageSize = PAGE_SIZE, everyMs, retry = false } = options;
  const queryClient = useQueryClient();
  const queryKey = [pathOf(key), 'list', query];
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) => {
    const limit = cursor === undefined ? PAGE_SIZE : laterPageSize;
    return apiPage(key, { query: { ...query, limit, cursor } } as Options<K>, signal) as Promise<Pages<Item>>;
  };
  const loaded = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let pages = await fetchPage(undefined, signal);
      const known = () => queryClient.getQueryData<Pages<Item>>(queryKey);
      if (merge) return merge(known(), pages);
      // Computed each time: the admin may scroll on meanwhile.
      const wanted = () => Math.min(known()?.items.length ?? 0, refetchedMax);
      while (pages.nextCursor !== null && pages.items.length < wanted())
        pages = appended(pages, await fetchPage(pages.nextCursor, signal));
      return pages;
    },
    retry,
    // Long lists are not polled: a shorter refetch would cut off the end that an admin is reading.
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
  const cursor = loaded.isPlaceholderData ? null : (loaded.data?.nextCursor ?? null);
  const fetchNextPage = useCallback(() => {
    if (cursor !== null) mutate(cursor);
  }, [cursor, mutate]);
  return {
    ...loaded,
    items: loaded.data?.items ?? NONE,
    hasNextPage: cursor !== null,
    isFetchingNextPage: more.isPending,
    isFetchNextPageError: more.isError && more.variables === cursor,
    error: loaded.isLoadingError ? loaded.error : more.error,
    fetchNextPage,
  };
}

export const changeListed = <Item extends Listed>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (items: Item[]) => Item[],
) => queryClient.setQueriesData<Pages<Item>>({ queryKey }, (list) => list && { ...list, items: change(list.items) });

interface Total {
  count: number;
  more: boolean;
}

type CountKey = { [K in JsonKey]: Answer<K> extends Total ? K : never }[JsonKey];

/** Asks the server only if the list is neither loaded to its end nor narrowed by a search. */
export function useListTotal<K extends CountKey>(list: PagedList, key: K, options: Options<K>, isCounted = true) {
  const { items, hasNextPage } = list;
  const { data, isError } = useQuery({
    queryKey: [pathOf(key), options, list.dataUpdatedAt],
    queryFn: async (): Promise<Total> => (await send(key, options as AnyOptions)).json(),
    enabled: isCounted && hasNextPage && !list.isPlaceholderData,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const loaded: Total = { count: items.length, more: hasNextPage };
  if (!hasNextPage || !isCounted || isError) return loaded;
  return data && { ...data, count: Math.max(data.count, items.length) };
}
