import type { FastifyInstance } from 'fastify';
import { portal } from '../../../contract/boot/portal.ts';
import { serve } from '../../http/route.ts';
import { type PortalDeps, portalFor } from './portal.ts';

export function portalRoutes(app: FastifyInstance, deps: PortalDeps): void {
  serve(app, portal, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: ({ session }) => portalFor(deps, session),
  });
}
