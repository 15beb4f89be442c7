import type { FastifyInstance } from 'fastify';
import { proof, proofPasskeyOptions, prove } from '../../../../contract/auth/second-factor.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { passkeyOptions, type StepUpDeps, stepUpMethods, stepUpSession } from './step-up.ts';

/** Also open to users who must add a second factor first: adding one needs a step-up. */
export function stepUpRoutes(app: FastifyInstance, deps: StepUpDeps): void {
  serve(app, proof, {
    access: 'own-password',
    limits: { rate: REQUESTS.factorReads },
    handler: ({ session }) => stepUpMethods(deps, session),
  });

  serve(app, proofPasskeyOptions, {
    access: 'own-password',
    limits: { rate: REQUESTS.factorChanges },
    change: async ({ session, actor }) => ({ ...(await passkeyOptions(deps, actor(), session)) }),
  });

  serve(app, prove, {
    access: 'own-password',
    limits: { rate: REQUESTS.passwordChecks },
    change: async ({ session, body, actor, reply }) =>
      app.sessionCookie.write(reply, await stepUpSession(deps, actor(), session, body)),
  });
}
