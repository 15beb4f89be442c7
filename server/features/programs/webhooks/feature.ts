import type { FastifyInstance } from 'fastify';
import type { Core } from '../../../core.ts';
import type { Notify } from '../../notifications/events.ts';
import { webhookRoutes } from './routes.ts';
import { openWebhooks } from './webhooks.ts';

export async function openWebhooksFeature(deps: Core & { readonly notify: Notify }) {
  const webhooks = await openWebhooks(deps);
  return {
    webhooks,
    routes: (http: FastifyInstance) => webhookRoutes(http, { ...deps, webhooks }),
    close: () => webhooks.close(),
  };
}
