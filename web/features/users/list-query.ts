import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { User } from '../../../contract/users.ts';
import { apiPage } from '../../lib/api-admin.ts';
import { retryRule } from './retry-rule.ts';

const LIST_KEY = ['/api/admin/users', 'list'];
const FIRST_PAGE = 100;
const LATER_PAGES = 500;

/** Asking anew for everything that was scrolled through would take as many requests, one after the other. */
const REFRESHED_PAGES_MAX = 5;

interface Page {
  items: User[];
  nextCursor: string | null;
}
type List = InfiniteData<Page>;

/** Pages can overlap when names change while somebody scrolls. */
function flatten({ pages }: List) {
  const byId = new Map<string, User>();
  for (const page of pages) for (const user of page.items) byId.set(user.id, user);
  return [...byId.values()];
}

export function useUserList(q: string) {
  const query = useInfiniteQuery({
    queryKey: [...LIST_KEY, q],
    queryFn: ({ pageParam, signal }) =>
      apiPage(
        'GET /api/admin/users',
        { query: { q, limit: pageParam === null ? FIRST_PAGE : LATER_PAGES, cursor: pageParam ?? undefined } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    retry: retryRule,
    // Whoever comes back to the page wants to see who is there now, from the top.
    gcTime: 0,
  });
  const { data } = query;
  const users = useMemo(() => (data ? flatten(data) : []), [data]);
  return { ...query, users };
}

export type UserListState = ReturnType<typeof useUserList>;

const changeLists = (queryClient: QueryClient, change: (items: User[]) => User[]) =>
  queryClient.setQueriesData<List>({ queryKey: LIST_KEY }, (list) => {
    if (!list) return list;
    const pages = list.pages.map((page) => {
      const items = change(page.items);
      return items === page.items ? page : { ...page, items };
    });
    return { ...list, pages };
  });

const isShort = (list: List | undefined) => (list?.pages.length ?? 0) <= REFRESHED_PAGES_MAX;

const shortened = ({ pages, pageParams }: List): List => ({
  pages: pages.slice(0, REFRESHED_PAGES_MAX),
  pageParams: pageParams.slice(0, REFRESHED_PAGES_MAX),
});

/**
 * What the lists on screen learn about a change. `replace`, `change` and `remove` need no request;
 * `refresh` asks anew where that is cheap, and `renew` also where rows have to appear that nobody knows yet.
 */
export function useListChanges() {
  const queryClient = useQueryClient();
  const replace = useCallback(
    (user: User) =>
      changeLists(queryClient, (items) =>
        items.some(({ id }) => id === user.id) ? items.map((item) => (item.id === user.id ? user : item)) : items,
      ),
    [queryClient],
  );
  const change = useCallback(
    (ids: ReadonlySet<string>, patch: Partial<User>) =>
      changeLists(queryClient, (items) =>
        items.some(({ id }) => ids.has(id))
          ? items.map((item) => (ids.has(item.id) ? { ...item, ...patch } : item))
          : items,
      ),
    [queryClient],
  );
  const remove = useCallback(
    (ids: ReadonlySet<string>) => changeLists(queryClient, (items) => items.filter(({ id }) => !ids.has(id))),
    [queryClient],
  );
  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: LIST_KEY, predicate: ({ state }) => isShort(state.data as List) }),
    [queryClient],
  );
  const renew = useCallback(() => {
    queryClient.setQueriesData<List>({ queryKey: LIST_KEY }, (list) => list && shortened(list));
    return queryClient.invalidateQueries({ queryKey: LIST_KEY });
  }, [queryClient]);
  return { replace, change, remove, refresh, renew };
}
