import type { FastifyInstance } from 'fastify';
import { sweepEmailChanges } from './email/queries.ts';
import { pictureRoutes } from './picture/routes.ts';
import { type AccountDeps, accountRoutes } from './routes.ts';

export const openAccount = (deps: AccountDeps) => ({
  routes(http: FastifyInstance) {
    accountRoutes(http, deps);
    pictureRoutes(http, deps);
  },
  sweep: (closing: AbortSignal) => sweepEmailChanges(deps.db, deps.clock.now(), closing),
});
