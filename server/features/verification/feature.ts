import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import type { RetentionLimits } from '../../feature.ts';
import type { IsListed } from '../log/activity/presenter.ts';
import type { Notify } from '../notifications/events.ts';
import { DeliveryTimes } from './delivery-times/delivery-times.ts';
import { sweepMailTimes } from './delivery-times/queries.ts';
import { deliveryTimesRoutes } from './delivery-times/routes.ts';
import { createGate } from './gate/gate.ts';
import { gateRoutes } from './gate/routes.ts';
import { sweepVerifications } from './queries.ts';
import { createReceipts } from './receipts/receipts.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { type VerificationRoutesDeps, verificationRoutes } from './routes.ts';
import { deleteOldVerified } from './verified/queries.ts';
import { recordVerified } from './verified/result.ts';
import { verifiedRoutes } from './verified/routes.ts';
import { webhookRoutes } from './webhook/routes.ts';
import { openWebhooks } from './webhook/webhooks.ts';

interface VerificationDeps extends Core, Omit<VerificationRoutesDeps, keyof Core | 'onResult' | 'usualSeconds'> {
  readonly notify: Notify;
  readonly deliveryTimes: DeliveryTimes;
  readonly isListed: IsListed;
  /** The cookie of a browser was written anew. */
  renewed(guestId: string): Promise<void>;
}

/** How long emails take today, by domain. */
export async function openDeliveryTimes(core: Core) {
  const deliveryTimes = new DeliveryTimes(core);
  await deliveryTimes.load();
  return {
    deliveryTimes,
    routes: (http: FastifyInstance) => deliveryTimesRoutes(http, deliveryTimes),
    sweep: (closing: AbortSignal) => sweepMailTimes(core.db, core.clock.now(), closing),
    close: () => deliveryTimes.close(),
  };
}

/** From the gate through code and result to the receipt and the webhook. */
export async function openVerification(deps: VerificationDeps) {
  const { config, db, clock, deliveryTimes } = deps;
  const gate = await createGate(deps);
  const webhooks = await openWebhooks({ ...deps, gate });
  const receipts = config.outcome.receipt ? await createReceipts({ ...deps, gate }) : null;
  return {
    webhooks,
    routes(http: FastifyInstance) {
      gateRoutes(http, gate, deps);
      verificationRoutes(http, {
        ...deps,
        usualSeconds: (domain) => deliveryTimes.usualSeconds(domain),
        onResult: async (trx, result) => {
          const pass = await gate.passOf(trx, result.guestSecret);
          const id = await recordVerified(trx, result, pass);
          await webhooks?.completed(trx, id, result, pass);
        },
        onVerified: async (guestId, mail) => {
          deliveryTimes.verified(mail.email, mail.accepted_at);
          await deps.onVerified(guestId, mail);
        },
      });
      verifiedRoutes(http, deps);
      receiptRoutes(http, { ...deps, receipts });
      webhookRoutes(http, { ...deps, webhooks });
    },
    async sweep(closing: AbortSignal) {
      await gate.sweep(closing);
      await sweepVerifications(db, clock.now(), closing);
    },
    retention: ({ guests }: RetentionLimits) => [(most: number) => deleteOldVerified(db, guests, most)],
    close: () => webhooks?.close(),
  };
}
