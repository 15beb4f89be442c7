import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import type { RetentionLimits } from '../../feature.ts';
import type { SendOutcome } from '../programs/webhooks/webhooks.ts';
import { createDeliveryTimes } from './delivery-times/delivery-times.ts';
import { sweepMailTimes } from './delivery-times/queries.ts';
import { deliveryTimesRoutes } from './delivery-times/routes.ts';
import { createGate } from './gate/gate.ts';
import { gateRoutes } from './gate/routes.ts';
import { openOutcome } from './outcome/outcome.ts';
import { sweepVerifications } from './queries.ts';
import { type Flow, issueFlowReceipt } from './receipts/receipts.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { type VerificationRoutesDeps, verificationRoutes } from './routes.ts';
import { deleteOldVerified } from './verified/queries.ts';
import { verifiedRoutes } from './verified/routes.ts';

interface VerificationDeps extends Core, Omit<VerificationRoutesDeps, keyof Core | 'gate' | 'outcome'> {
  /** Null without a webhook. */
  readonly sendOutcome: SendOutcome | null;
  isListed(guestId: string): boolean;
  /** Called when a browser's cookie is renewed. */
  renewed(guestId: string): Promise<unknown>;
}

export async function openDeliveryTimes(core: Core) {
  const deliveryTimes = createDeliveryTimes(core);
  await deliveryTimes.read(core.db);
  return {
    deliveryTimes,
    routes: (http: FastifyInstance) => deliveryTimesRoutes(http, deliveryTimes),
    sweep: (closing: AbortSignal) => sweepMailTimes(core.db, core.clock.now(), closing),
    close: () => deliveryTimes.close(),
  };
}

export async function openVerification(deps: VerificationDeps) {
  const { db, clock } = deps;
  const gate = createGate(deps);
  const outcome = deps.sendOutcome && openOutcome({ ...deps, gate }, deps.sendOutcome);
  return {
    receiptFor: (guestSecret: string, flow: Flow) => issueFlowReceipt({ ...deps, gate }, guestSecret, flow),
    outcome,
    routes(http: FastifyInstance) {
      gateRoutes(http, gate, deps);
      verificationRoutes(http, { ...deps, gate, outcome });
      verifiedRoutes(http, deps);
      receiptRoutes(http, { ...deps, gate });
    },
    async sweep(closing: AbortSignal) {
      await gate.sweep(closing);
      await sweepVerifications(db, clock.now(), closing);
    },
    retention: ({ guests }: RetentionLimits) => [(most: number) => deleteOldVerified(db, guests, most)],
    close: () => outcome?.close(),
  };
}
