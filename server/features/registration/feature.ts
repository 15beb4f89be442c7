import type { FastifyInstance } from 'fastify';
import type { RegistrationDeps } from './registration.ts';
import { sweepRegistrations } from './registration.ts';
import { registrationRoutes } from './routes.ts';

export const openRegistration = (deps: RegistrationDeps) => ({
  routes: (http: FastifyInstance) => registrationRoutes(http, deps),
  sweep: (closing: AbortSignal) => sweepRegistrations(deps.db, deps.clock.now(), closing),
});
