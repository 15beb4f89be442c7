import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookType } from '../../../../contract/programs/webhooks.rules.ts';
import type { WebhookDeliveries, WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { api } from '../../../lib/api/api.ts';

const deliveriesKey = ['/api/admin/webhook/deliveries'];
const WAITING_EVERY = 5_000;

const isWaiting = ({ state }: WebhookDelivery) => state === 'waiting';

export type TypeFilter = WebhookType | 'all';

export const useDeliveries = (type: TypeFilter) =>
  useQuery({
    queryKey: [...deliveriesKey, type],
    queryFn: () => api('GET /api/admin/webhook/deliveries', { query: type === 'all' ? {} : { type } }),
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isWaiting) ? WAITING_EVERY : false),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export function useSendAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('POST /api/admin/webhook/deliveries/:id/send-again', { params: { id } }),
    onSuccess: (sent: WebhookDelivery) =>
      queryClient.setQueriesData<WebhookDeliveries>(
        { queryKey: deliveriesKey },
        (known) => known && { ...known, deliveries: known.deliveries.map((one) => (one.id === sent.id ? sent : one)) },
      ),
    // The event may have been delivered or deleted meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
  });
}
