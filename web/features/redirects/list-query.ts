import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Redirect } from '../../../contract/redirects.ts';
import { apiPage } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/overlays/toast.ts';

const LIST_KEY = ['/api/admin/redirects'];
const LIMIT = 100;

type List = InfiniteData<{ items: Redirect[]; nextCursor: string | null }>;

export function useRedirects() {
  const query = useInfiniteQuery({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) =>
      apiPage('GET /api/admin/redirects', { query: { limit: LIMIT, cursor: pageParam ?? undefined } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // One-time redirects disappear by themselves: whoever comes back wants to see those that are left.
    gcTime: 0,
  });
  const { data } = query;
  const changes = useRedirectChanges();
  const redirects = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const renew = async () => {
    changes.shorten();
    const { error } = await query.refetch();
    if (error) {
      const description = sentenceOf(error, 'The list could not be refreshed');
      toast({ title: 'Error', description, variant: 'error' });
    }
  };
  return { ...query, redirects, renew };
}

export type RedirectsState = ReturnType<typeof useRedirects>;

/**
 * What the list learns about a change. `remove` needs no request. `renew` asks anew from the top: for all that was
 * scrolled through it would take as many requests, one after the other.
 */
export function useRedirectChanges() {
  const queryClient = useQueryClient();
  const change = (next: (list: List) => List) => queryClient.setQueryData<List>(LIST_KEY, (list) => list && next(list));
  const shorten = () =>
    change(({ pages, pageParams }) => ({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }));
  return {
    shorten,
    remove: (id: string) =>
      change((list) => ({
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      })),
    renew: () => {
      shorten();
      return queryClient.invalidateQueries({ queryKey: LIST_KEY });
    },
  };
}
