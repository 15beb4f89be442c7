import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';

interface Total {
  count: number;
  /** There are more than were counted. */
  more: boolean;
}

interface CountedList {
  items: readonly unknown[];
  hasNextPage: boolean;
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
}

interface ListTotalOptions {
  queryKey: QueryKey;
  fetchCount: () => Promise<Total>;
  /** For what the server does not count: then it is as many as are loaded, and more. */
  isCounted?: boolean;
}

/**
 * How many there are; undefined until that is known. A list that is loaded to its end is counted here; of a longer one the
 * server is asked, whenever its first page has been.
 */
export function useListTotal(list: CountedList, { queryKey, fetchCount, isCounted = true }: ListTotalOptions) {
  const { items, hasNextPage } = list;
  const { data, isError } = useQuery({
    queryKey: [...queryKey, list.dataUpdatedAt],
    queryFn: fetchCount,
    enabled: isCounted && hasNextPage && !list.isPlaceholderData,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const loaded: Total = { count: items.length, more: hasNextPage };
  if (!hasNextPage || !isCounted || isError) return loaded;
  return data && { ...data, count: Math.max(data.count, items.length) };
}
