import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { api } from '../../lib/api.ts';
import { apiFile, apiPage } from '../../lib/api-admin.ts';
import { useListTotal } from '../../lib/list-total.ts';
import { type PagedList, usePagedList } from '../../lib/paged-list.ts';
import { counted } from '../../ui/count.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';
import { csvName, readCsv } from './csv.ts';
import { type Filters, queryOf } from './filters.ts';

const LIMIT = 100;
/** How often the count of an export is shown anew. */
const SHOWN_EVERY_MS = 200;

export const useActivityList = (filters: Filters) =>
  usePagedList<ActivityEntry>({
    queryKey: ['/api/admin/activity', queryOf(filters)],
    fetchPage: (cursor, signal) =>
      apiPage('GET /api/admin/activity', { query: { ...queryOf(filters), limit: LIMIT, cursor } }, signal),
  });

export type ActivityListState = PagedList<ActivityEntry>;

/** What a search finds is not counted: that would cost what the search saves. */
export function useActivityTotal(list: ActivityListState, filters: Filters) {
  const { q, ...query } = queryOf(filters);
  return useListTotal(list, {
    queryKey: ['/api/admin/activity/count', query],
    fetchCount: () => api('GET /api/admin/activity/count', { query }),
    isCounted: q === undefined,
  });
}

/** One entry, also when no list has it. It does not change, but its people may have: so it is asked for all the same. */
export const useActivityEntry = (id: string, listed: ActivityEntry | undefined) =>
  useQuery({
    queryKey: ['/api/admin/activity/:id', id],
    queryFn: () => api('GET /api/admin/activity/:id', { params: { id } }),
    initialData: listed,
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** Every matching entry as a file, also those that are not in the list yet. Leaving the page ends it. */
export function useExportAll() {
  const [rows, setRows] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ filters, signal }: { filters: Filters; signal: AbortSignal }) => {
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
      toastSuccess('Export complete', `${counted(count, 'entry', 'entries')} saved`);
    },
    onError: (error, { signal }) => {
      if (signal.aborted) return toast({ title: 'Export cancelled' });
      toastFailure('Export failed', error, 'The connection was lost before the file was complete. Please try again.');
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
