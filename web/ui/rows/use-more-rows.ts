import { useEffect } from 'react';

/** How many rows below the window are there before somebody scrolls to them. */
const AHEAD = 60;

interface PagedList {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Asks for the next page well before the end is in sight. While the server is still searching, pages
 * can be short or empty: it is asked again until there are enough rows or no more to come.
 */
export function useMoreRows(list: PagedList, count: number, lastInSight: number) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const wanted = hasNextPage && !isFetching && !isFetchNextPageError && lastInSight >= count - AHEAD;
  useEffect(() => {
    if (wanted) fetchNextPage();
  }, [wanted, fetchNextPage]);
}
