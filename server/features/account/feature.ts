import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import { sweepEmailChanges } from './email/queries.ts';
import { emailChangeRoutes } from './email/routes.ts';
import { pictureRoutes } from './picture/routes.ts';
import { accountRoutes } from './routes.ts';
import { accountSessionRoutes } from './sessions/routes.ts';

type AccountDeps = Core & Parameters<typeof accountRoutes>[1] & Parameters<typeof emailChangeRoutes>[1];

export const openAccount = (deps: AccountDeps) => ({
  routes(http: FastifyInstance) {
    accountRoutes(http, deps);
    accountSessionRoutes(http, deps);
    emailChangeRoutes(http, deps);
    pictureRoutes(http, deps);
  },
  sweep: (closing: AbortSignal) => sweepEmailChanges(deps.db, deps.clock.now(), closing),
});
