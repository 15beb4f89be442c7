import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';

interface Total {
  count: number;
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
  /** False if the server can't count this list. */
  isCounted?: boolean;
}

/** The server counts only lists that are not loaded to their end. */
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
