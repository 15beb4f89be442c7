import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookDeliveries, WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { api } from '../../../lib/api/api.ts';

const deliveriesKey = ['/api/admin/webhook/deliveries'];
const WAITING_EVERY = 5_000;

const isWaiting = ({ state }: WebhookDelivery) => state === 'waiting';

export const useDeliveries = () =>
  useQuery({
    queryKey: deliveriesKey,
    queryFn: () => api('GET /api/admin/webhook/deliveries'),
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isWaiting) ? WAITING_EVERY : false),
    refetchOnMount: 'always',
  });

export function useSendAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('POST /api/admin/webhook/deliveries/:id/send-again', { params: { id } }),
    onSuccess: (sent: WebhookDelivery) =>
      queryClient.setQueryData<WebhookDeliveries>(
        deliveriesKey,
        (known) => known && { ...known, deliveries: known.deliveries.map((one) => (one.id === sent.id ? sent : one)) },
      ),
    // It may have been delivered or deleted meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
  });
}
