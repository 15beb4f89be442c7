import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import { sweepAttempts } from './delays.ts';
import { sweepPendingSignIns } from './pending-sign-in.ts';
import { authRoutes } from './routes.ts';
import { sweepChallenges } from './second-factor/challenges.ts';
import type { OwnFactorDeps } from './second-factor/own.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sweepFlows } from './sso/flows.ts';
import { ssoRoutes } from './sso/routes.ts';
import type { SingleSignOn, SsoDeps } from './sso/single-sign-on.ts';
import { stepUpRoutes } from './step-up/routes.ts';

type AuthDeps = Core & Parameters<typeof authRoutes>[1] & SsoDeps & OwnFactorDeps;

/** Its library is loaded only where a provider is configured. */
async function openSingleSignOn(deps: SsoDeps): Promise<SingleSignOn | null> {
  const { oidc } = deps.config;
  if (oidc === null) return null;
  const { createSingleSignOn } = await import('./sso/single-sign-on.ts');
  return createSingleSignOn(deps, oidc);
}

export async function openAuth(deps: AuthDeps) {
  const { config, db, clock } = deps;
  const sso = await openSingleSignOn(deps);
  return {
    routes(http: FastifyInstance) {
      authRoutes(http, deps);
      ssoRoutes(http, { config, sso });
      stepUpRoutes(http, deps);
      secondFactorRoutes(http, deps);
    },
    async sweep(closing: AbortSignal) {
      for (const sweep of [sweepAttempts, sweepPendingSignIns, sweepChallenges, sweepFlows])
        await sweep(db, clock.now(), closing);
    },
  };
}
