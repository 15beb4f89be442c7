import type { FastifyInstance } from 'fastify';
import { deliveryTimes } from '../../../../contract/verification/delivery-times.ts';
import { serve } from '../../../http/route.ts';
import type { DeliveryTimes } from './delivery-times.ts';

const LISTED_MOST = 50;

export function deliveryTimesRoutes(app: FastifyInstance, times: DeliveryTimes): void {
  serve(app, deliveryTimes, {
    access: 'back-office',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: () => times.list(LISTED_MOST),
  });
}
