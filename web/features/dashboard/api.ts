import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChartRange } from '../../../contract/dashboard/dashboard.rules.ts';
import { api } from '../../lib/api/api.ts';
import { pollEvery } from '../../lib/api/refetch.ts';
import { useLiveRefresh } from '../../lib/live/live.ts';
import { useMay } from '../../lib/use-may.ts';
import { toastFailure } from '../../ui/overlays/toast.ts';

const EVERY = 30_000;
const REFRESHED_AT_MOST_EVERY = 5000;
const LATEST = 5;

const statsKey = ['/api/admin/stats'];
const chartsKey = ['/api/admin/charts'];
const activityKey = ['/api/admin/activity', 'latest'];

const polled = { refetchInterval: pollEvery(EVERY), refetchOnMount: 'always' } as const;

export const useStats = () => useQuery({ queryKey: statsKey, queryFn: () => api('GET /api/admin/stats'), ...polled });

export function useCharts(range: ChartRange) {
  const offset = new Date().getTimezoneOffset();
  const query = useQuery({
    queryKey: [...chartsKey, range, offset],
    queryFn: () => api('GET /api/admin/charts', { query: { range, offset } }),
    ...polled,
  });
  return { query, offset };
}

export const useLatestActivity = () =>
  useQuery({
    queryKey: activityKey,
    queryFn: () => api('GET /api/admin/activity', { query: { limit: LATEST } }),
    ...polled,
  });

export const useLiveDashboard = () =>
  useLiveRefresh('new_notification', [statsKey, chartsKey, activityKey], REFRESHED_AT_MOST_EVERY);

export const useSecurityChecks = () =>
  useQuery({
    queryKey: ['/api/admin/security-check'],
    queryFn: () => api('GET /api/admin/security-check'),
    gcTime: 0,
  });

const setupKey = ['/api/admin/setup'];

/** Refetched on opening: a step may have been done on another page. */
export function useSetup() {
  const canSetUp = useMay().may('change-portal');
  return useQuery({
    queryKey: setupKey,
    queryFn: () => api('GET /api/admin/setup'),
    refetchOnMount: 'always',
    enabled: canSetUp,
  });
}

/** With 'said' the card reports that all is done, and stays until the next visit. */
export function useDismissSetup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (what: 'dismiss' | 'said' | 'show') =>
      api('PUT /api/admin/setup', { body: { dismissed: what !== 'show' } }),
    onSuccess: (_, what) => {
      if (what !== 'said') return queryClient.invalidateQueries({ queryKey: setupKey });
    },
    onError: (error, what) => {
      if (what !== 'said') toastFailure("Couldn't update the setup card", error, 'Please try again in a moment.');
    },
  });
}
