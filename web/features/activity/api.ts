import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { apiFile, apiPage } from '../../lib/api-admin.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { counted } from '../../ui/count.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { csvName, readCsv } from './csv.ts';
import { type Filters, queryOf } from './filters.ts';

const LIMIT = 100;
/** How often the count of an export is shown anew. */
const SHOWN_EVERY_MS = 200;

interface Page {
  items: ActivityEntry[];
  nextCursor: string | null;
}
type List = InfiniteData<Page>;

export function useActivityList(filters: Filters) {
  const queryClient = useQueryClient();
  const queryKey = ['/api/admin/activity', queryOf(filters)];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      apiPage(
        'GET /api/admin/activity',
        { query: { ...queryOf(filters), limit: LIMIT, cursor: pageParam ?? undefined } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Somebody who comes back to the page wants to see what happened since, from the top.
    gcTime: 0,
  });
  const { data } = query;
  const entries = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const renew = async () => {
    scrollTo(0, 0);
    // Asking anew for everything that was scrolled through would take as many requests, one after the other.
    queryClient.setQueryData<List>(
      queryKey,
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    );
    const { error } = await query.refetch();
    if (error) {
      const description = sentenceOf(error, 'The list could not be refreshed');
      toast({ title: 'Error', description, variant: 'error' });
    }
  };
  return { ...query, entries, renew };
}

export type ActivityListState = ReturnType<typeof useActivityList>;

interface Export {
  filters: Filters;
  signal: AbortSignal;
}

/** Every matching entry as a file, also those that are not in the list yet. Leaving the page ends it. */
export function useExportAll() {
  const [rows, setRows] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ filters, signal }: Export) => {
      const stream = await apiFile('GET /api/admin/activity.csv', { query: queryOf(filters) }, signal);
      let shownAt = 0;
      return readCsv(stream, (count) => {
        if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
        shownAt = performance.now();
        setRows(count);
      });
    },
    onSuccess: ({ file, rows: count }) => {
      downloadFile(csvName(), file);
      toast({
        title: 'Export complete',
        description: `${counted(count, 'entry', 'entries')} saved`,
        variant: 'success',
      });
    },
    onError: (error, { signal }) => {
      if (signal.aborted) return toast({ title: 'Export cancelled' });
      const description = sentenceOf(error, 'The connection was lost before the file was complete. Please try again.');
      toast({ title: 'Export failed', description, variant: 'error' });
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    rows,
    isPending,
    start: (filters: Filters) => {
      running.current = new AbortController();
      setRows(0);
      mutate({ filters, signal: running.current.signal });
    },
    cancel: () => running.current?.abort(),
  };
}
