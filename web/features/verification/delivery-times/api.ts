import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { pollEvery } from '../../../lib/api/refetch.ts';

const EVERY = 60_000;

export const useDeliveryTimes = () =>
  useQuery({
    queryKey: ['/api/admin/mail-weather'],
    queryFn: () => api('GET /api/admin/mail-weather'),
    refetchInterval: pollEvery(EVERY),
    refetchOnMount: 'always',
  });
