import type { FastifyInstance } from 'fastify';
import { DELIVERIES_SHOWN } from '../../../../contract/programs/webhooks.rules.ts';
import { listWebhookDeliveries, sendWebhookAgain } from '../../../../contract/programs/webhooks.ts';
import type { Core } from '../../../core.ts';
import { notFound } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { presentDelivery, presentTarget } from './presenter.ts';
import { failingSince, latestDeliveries } from './queries.ts';
import type { Webhooks } from './webhooks.ts';

const READS = { rate: REQUESTS.portalReads };
const WRITES = { rate: REQUESTS.portalWrites };

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
