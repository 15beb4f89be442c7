import type { FastifyInstance } from 'fastify';
import { adminStats, dashboardCharts, runSecurityChecks } from '../../../contract/dashboard.ts';
import { serve } from '../../http/route.ts';
import { keptFor } from '../../remember.ts';
import { type SecurityCheckDeps, securityChecks } from './security-checks.ts';
import { charts, type DashboardDeps, stats } from './stats.ts';

const READS = { rate: 'unlimited' } as const;
const STATS_KEPT_MS = 2_000;
const CHARTS_KEPT_MS = 5_000;

export function dashboardRoutes(app: FastifyInstance, deps: DashboardDeps & SecurityCheckDeps): void {
  const { clock } = deps;
  const keptStats = keptFor(STATS_KEPT_MS, clock, () => stats(deps));
  const keptCharts = keptFor(CHARTS_KEPT_MS, clock, () => charts(deps));

  serve(app, adminStats, { access: 'admin', limits: READS, passive: true, handler: keptStats });
  serve(app, dashboardCharts, { access: 'admin', limits: READS, passive: true, handler: keptCharts });
  serve(app, runSecurityChecks, {
    access: 'admin',
    limits: { rate: { most: 30, seconds: 60 } },
    handler: () => securityChecks(deps),
  });
}
