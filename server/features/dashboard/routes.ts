import type { FastifyInstance } from 'fastify';
import {
  adminStats,
  dashboardCharts,
  dismissSetup,
  runSecurityChecks,
  setup,
} from '../../../contract/dashboard/dashboard.ts';
import { cachedFor } from '../../bounded-cache.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import type { NotificationPreferences } from '../notifications/preferences.ts';
import { keptCharts } from './charts.ts';
import { type SecurityCheckDeps, securityChecks } from './security-checks.ts';
import { setupSteps } from './setup.ts';
import { type DashboardDeps, stats } from './stats.ts';

const READS = { rate: 'unlimited' } as const;
const STATS_KEPT_MS = 2_000;

export interface DashboardRoutesDeps extends DashboardDeps, SecurityCheckDeps {
  readonly preferences: NotificationPreferences;
}

export function dashboardRoutes(app: FastifyInstance, deps: DashboardRoutesDeps): void {
  const { clock, preferences } = deps;
  const keptStats = cachedFor(STATS_KEPT_MS, clock, () => stats(deps));
  const charts = keptCharts(deps);

  serve(app, adminStats, { access: 'back-office', limits: READS, passive: true, handler: keptStats });
  serve(app, dashboardCharts, {
    access: 'back-office',
    limits: READS,
    passive: true,
    handler: ({ query }) => charts(query),
  });
  serve(app, runSecurityChecks, {
    access: 'see-portal',
    limits: { rate: REQUESTS.securityChecks },
    handler: ({ session }) => securityChecks(deps, session.user.id),
  });

  serve(app, setup, {
    access: 'change-portal',
    limits: { rate: REQUESTS.portalReads },
    handler: async ({ session: { user } }) => {
      const dismissed = await preferences.isSetupDismissed(user.id);
      return { dismissed, steps: dismissed ? [] : await setupSteps(deps, user) };
    },
  });

  serve(app, dismissSetup, {
    access: 'change-portal',
    limits: { rate: REQUESTS.portalWrites },
    change: ({ body, actor }) => preferences.dismissSetup(actor(), body.dismissed),
  });
}
