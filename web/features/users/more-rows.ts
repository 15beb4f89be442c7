import { useEffect } from 'react';
import type { UserListState } from './list-query.ts';

/** How many rows below the window are there before somebody scrolls to them. */
const AHEAD = 60;

/**
 * Asks for the next page well before the end is in sight. While the server is still searching, pages
 * can be short or empty: it is asked again until there are enough rows or no more to come.
 */
export function useMoreRows(list: UserListState, lastInSight: number) {
  const { users, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const wanted = hasNextPage && !isFetching && !isFetchNextPageError && lastInSight >= users.length - AHEAD;
  useEffect(() => {
    if (wanted) fetchNextPage();
  }, [wanted, fetchNextPage]);
}
