import type { FastifyInstance } from 'fastify';
import { sweepEmailChanges } from './email/queries.ts';
import { type AccountDeps, accountRoutes } from './routes.ts';

export const openAccount = (deps: AccountDeps) => ({
  routes: (http: FastifyInstance) => accountRoutes(http, deps),
  sweep: (closing: AbortSignal) => sweepEmailChanges(deps.db, deps.clock.now(), closing),
});
