import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { BulkJob } from '../../../../contract/users/bulk.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import { api } from '../../../lib/api/api.ts';
import { apiWithLongTimeout } from '../../../lib/api/api-admin.ts';
import { useLiveRefresh } from '../../../lib/live/live.ts';
import { createStore } from '../../../lib/store.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { requestOf, type UserAction, useRefreshUserLists } from '../api.ts';

const JOBS_KEY = ['/api/admin/bulk-jobs'];
const AT_MOST_EVERY_MS = 500;
/** A fallback for a silent socket. */
const RUNNING_EVERY_MS = 5_000;

const isRunning = ({ state }: BulkJob) => state === 'running';

const NONE: readonly BulkJob[] = [];

const unfinished = new Set<string>();

export function useBulkJobs(selfId: string | undefined) {
  const refreshUsers = useRefreshUserLists();
  const { data: jobs = NONE } = useQuery({
    queryKey: JOBS_KEY,
    queryFn: () => api('GET /api/admin/bulk-jobs'),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_EVERY_MS : false),
    refetchOnMount: 'always',
  });
  useLiveRefresh('bulk_changed', [JOBS_KEY], AT_MOST_EVERY_MS);
  const track = useEffectEvent((job: BulkJob) => {
    if (isRunning(job)) unfinished.add(job.id);
    else if (unfinished.delete(job.id)) {
      refreshUsers();
      if (job.startedById === selfId) toastEnd(job);
    }
  });
  useEffect(() => {
    for (const job of jobs) track(job);
  }, [jobs]);
  return jobs;
}

function toastEnd({ state, done, problem }: BulkJob) {
  if (state === 'done')
    toastSuccess('Bulk Operation Complete', `Successfully updated ${done.toLocaleString('en')} users`);
  if (state === 'failed')
    toast({
      title: 'Bulk Operation Failed',
      description: problem ?? 'Failed to perform bulk operation',
      variant: 'error',
    });
}

export const useMatchingCount = (filter: UserFilter, enabled: boolean) =>
  useQuery({
    queryKey: [...JOBS_KEY, 'count', filter],
    queryFn: () => apiWithLongTimeout('GET /api/admin/bulk-jobs/count', { query: filter }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });

function useCacheJob() {
  const queryClient = useQueryClient();
  return (job: BulkJob) =>
    queryClient.setQueryData<BulkJob[]>(JOBS_KEY, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
}

export function useStartJob() {
  const cacheJob = useCacheJob();
  return useMutation({
    mutationFn: ({ filter, action }: { filter: UserFilter; action: UserAction }) =>
      api('POST /api/admin/bulk-jobs', { body: { filter, ...requestOf(action) } }),
    onSuccess: (job) => {
      unfinished.add(job.id);
      cacheJob(job);
    },
    onError: (error) => toastFailure('Bulk Operation Failed', error, 'Failed to perform bulk operation'),
  });
}

export function useStopJob() {
  const cacheJob = useCacheJob();
  return useMutation({
    mutationFn: (id: string) => api('POST /api/admin/bulk-jobs/:id/stop', { params: { id } }),
    onSuccess: cacheJob,
    onError: (error) => toastFailure('Error', error, "Couldn't stop the bulk operation. Please try again."),
  });
}

const DISMISSED_AS = 'dismissed-bulk-jobs';

const dismissed = createStore<readonly string[]>((localStorage.getItem(DISMISSED_AS) ?? '').split(' '));

export const useDismissed = dismissed.use;

export function dismiss({ id }: BulkJob, known: readonly BulkJob[]) {
  const kept = dismissed.get().filter((one) => known.some((job) => job.id === one));
  dismissed.set([...kept, id]);
  localStorage.setItem(DISMISSED_AS, dismissed.get().join(' '));
}
