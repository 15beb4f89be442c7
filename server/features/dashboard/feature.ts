import type { FastifyInstance } from 'fastify';
import { type DashboardRoutesDeps, dashboardRoutes } from './routes.ts';

export const openDashboard = (deps: DashboardRoutesDeps) => ({
  routes: (http: FastifyInstance) => dashboardRoutes(http, deps),
});
