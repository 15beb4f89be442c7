import type { FastifyInstance } from 'fastify';
import { DELIVERIES_SHOWN, WEBHOOK_TARGETS } from '../../../../contract/programs/webhooks.rules.ts';
import { listWebhookDeliveries, sendWebhookAgain } from '../../../../contract/programs/webhooks.ts';
import type { Core } from '../../../core.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { presentDelivery, presentTarget } from './presenter.ts';
import { failingSince, latestDeliveries } from './queries.ts';
import { targetIn } from './targets.ts';
import type { Webhooks } from './webhooks.ts';

const READS = { rate: REQUESTS.portalReads };
const WRITES = { rate: REQUESTS.portalWrites };

interface WebhookRoutesDeps extends Pick<Core, 'config' | 'reader'> {
  readonly webhooks: Webhooks;
}

export function webhookRoutes(app: FastifyInstance, { config, reader, webhooks }: WebhookRoutesDeps): void {
  serve(app, listWebhookDeliveries, {
    access: 'see-portal',
    limits: READS,
    passive: true,
    handler: async ({ query: { type } }) => {
      const targets = [];
      for (const target of WEBHOOK_TARGETS) {
        const configured = targetIn(config, target);
        if (configured !== null)
          targets.push(presentTarget(target, configured.url, await failingSince(reader, target)));
      }
      // Deliveries stay visible after a webhook was removed.
      const lists = type === undefined ? WEBHOOK_TARGETS.map((target) => ({ target })) : [{ type }];
      const rows = [];
      for (const of of lists) rows.push(...(await latestDeliveries(reader, of, DELIVERIES_SHOWN)));
      rows.sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1));
      return { targets, deliveries: rows.slice(0, DELIVERIES_SHOWN).map(presentDelivery) };
    },
  });

  serve(app, sendWebhookAgain, {
    access: 'change-portal',
    limits: WRITES,
    change: async ({ params, actor }) => presentDelivery(await webhooks.sendAgain(params.id, actor())),
  });
}
