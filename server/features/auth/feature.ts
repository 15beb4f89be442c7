import type { FastifyInstance } from 'fastify';
import type { AuthDeps } from './complete-sign-in.ts';
import { sweepAttempts } from './delays.ts';
import { authRoutes } from './routes.ts';
import { sweepChallenges } from './second-factor/challenges.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sweepPendingSignIns } from './second-step.ts';
import { commitDelays } from './sign-in.ts';
import { sweepFlows } from './sso/flows.ts';
import { ssoRoutes } from './sso/routes.ts';
import type { SingleSignOn } from './sso/single-sign-on.ts';

/** Loads the library only if a provider is configured. */
async function openSingleSignOn(deps: AuthDeps): Promise<SingleSignOn | null> {
  const { oidc } = deps.config;
  if (oidc === null) return null;
  const { createSingleSignOn } = await import('./sso/single-sign-on.ts');
  return createSingleSignOn(deps, oidc);
}

export async function openAuth(given: Omit<AuthDeps, 'commitDelay'>) {
  const deps = { ...given, commitDelay: commitDelays(given) };
  const { config, db, clock } = deps;
  const sso = await openSingleSignOn(deps);
  return {
    routes(http: FastifyInstance) {
      authRoutes(http, deps);
      ssoRoutes(http, { config, sso });
      secondFactorRoutes(http, deps);
    },
    async sweep(closing: AbortSignal) {
      for (const sweep of [sweepAttempts, sweepPendingSignIns, sweepChallenges, sweepFlows])
        await sweep(db, clock.now(), closing);
    },
  };
}
