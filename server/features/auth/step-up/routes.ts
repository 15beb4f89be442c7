import type { FastifyInstance } from 'fastify';
import { proof, proofPasskeyOptions, prove } from '../../../../contract/auth/second-factor.ts';
import { serve } from '../../../http/route.ts';
import { passkeyOptions, type StepUpDeps, stepUpMethods, stepUpSession } from './step-up.ts';

/** Also open to users who must add a second factor first: adding one needs a step-up. */
export function stepUpRoutes(app: FastifyInstance, deps: StepUpDeps): void {
  serve(app, proof, {
    access: 'own-password',
    limits: { rate: { most: 120, seconds: 60 } },
    handler: ({ session }) => stepUpMethods(deps, session),
  });

  serve(app, proofPasskeyOptions, {
    access: 'own-password',
    limits: { rate: { most: 30, seconds: 60 } },
    change: async ({ session, actor }) => ({ ...(await passkeyOptions(deps, actor(), session)) }),
  });

  serve(app, prove, {
    access: 'own-password',
    limits: { rate: { most: 10, seconds: 60, shared: true } },
    change: async ({ session, body, actor, reply }) =>
      app.sessionCookie.write(reply, await stepUpSession(deps, actor(), session, body)),
  });
}
