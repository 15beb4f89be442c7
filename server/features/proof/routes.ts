import type { FastifyInstance } from 'fastify';
import { proof, proofPasskeyOptions, prove } from '../../../contract/second-factor.ts';
import { serve } from '../../http/route.ts';
import { type ProofDeps, passkeyOptions, proveSession, waysToProve } from './proof.ts';

/** Also for those who have to add a second factor first: adding one needs a proof. */
export function proofRoutes(app: FastifyInstance, deps: ProofDeps): void {
  serve(app, proof, {
    access: 'own-password',
    limits: { rate: { most: 120, seconds: 60 } },
    handler: ({ session }) => waysToProve(deps, session),
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
      app.sessionCookie.write(reply, await proveSession(deps, actor(), session, body)),
  });
}
