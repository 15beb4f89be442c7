import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { pollEvery, refresher } from '../../lib/refetch.ts';

const EVERY = 30_000;
const AT_MOST_EVERY_MS = 5000;
const LATEST = 5;

const statsKey = ['/api/admin/stats'];
const chartsKey = ['/api/admin/charts'];
const activityKey = ['/api/admin/activity', 'latest'];

const polled = { refetchInterval: pollEvery(EVERY), refetchOnMount: 'always' } as const;

export const useStats = () => useQuery({ queryKey: statsKey, queryFn: () => api('GET /api/admin/stats'), ...polled });

export const useCharts = () =>
  useQuery({ queryKey: chartsKey, queryFn: () => api('GET /api/admin/charts'), ...polled });

export const useLatestActivity = () =>
  useQuery({
    queryKey: activityKey,
    queryFn: () => api('GET /api/admin/activity', { query: { limit: LATEST } }),
    ...polled,
  });

/** Something that notifications tell about has usually changed the figures too. */
export function useLiveDashboard() {
  const queryClient = useQueryClient();
  const [refresh] = useState(() =>
    refresher(
      () =>
        Promise.all([statsKey, chartsKey, activityKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
      AT_MOST_EVERY_MS,
    ),
  );
  useLive(({ type }) => {
    if (type === 'new_notification' || type === 'catch_up') refresh();
  });
}
