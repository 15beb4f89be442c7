import type { FastifyInstance } from 'fastify';
import { DELIVERIES_SHOWN } from '../../../../contract/verification/webhook.rules.ts';
import { listWebhookDeliveries, sendWebhookAgain } from '../../../../contract/verification/webhook.ts';
import type { Core } from '../../../core.ts';
import { notFound } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { presentDelivery, presentTarget } from './presenter.ts';
import { failingSince, latestDeliveries } from './queries.ts';
import type { Webhooks } from './webhooks.ts';

const READS = { rate: { most: 120, seconds: 60 } } as const;
const WRITES = { rate: { most: 60, seconds: 60 } } as const;

interface WebhookRoutesDeps extends Pick<Core, 'config' | 'reader'> {
  readonly webhooks: Webhooks | null;
}

export function webhookRoutes(app: FastifyInstance, { config, reader, webhooks }: WebhookRoutesDeps): void {
  serve(app, listWebhookDeliveries, {
    access: 'see-portal',
    limits: READS,
    passive: true,
    handler: async () => {
      // Deliveries stay visible after the webhook was removed.
      const deliveries = (await latestDeliveries(reader, DELIVERIES_SHOWN)).map(presentDelivery);
      const since = webhooks === null ? null : await failingSince(reader);
      return {
        target: presentTarget(config),
        failingSince: since === null ? null : new Date(since).toISOString(),
        deliveries,
      };
    },
  });

  serve(app, sendWebhookAgain, {
    access: 'change-portal',
    limits: WRITES,
    change: async ({ params, actor }) => {
      if (webhooks === null) throw notFound();
      return presentDelivery(await webhooks.sendAgain(params.id, actor()));
    },
  });
}
