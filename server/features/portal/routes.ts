import type { FastifyInstance } from 'fastify';
import { portal } from '../../../contract/portal.ts';
import type { Config } from '../../config.ts';
import { serve } from '../../http/route.ts';
import { portalFor } from './portal.ts';

export function portalRoutes(app: FastifyInstance, config: Config): void {
  serve(app, portal, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: ({ session }) => portalFor(config, session),
  });
}
