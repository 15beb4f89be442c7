import type { FastifyInstance } from 'fastify';
import { validateVerificationToken, verificationCheck } from '../../../contract/gate.ts';
import type { Clock } from '../../clock.ts';
import { serve } from '../../http/route.ts';
import { type Gate, PASS_MS } from './gate.ts';

export function gateRoutes(app: FastifyInstance, gate: Gate, clock: Clock): void {
  serve(app, verificationCheck, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: ({ request, guest }) => {
      // Every guest's page asks this first. From then on its browser is known, so that it can have a socket.
      guest();
      return { needsVerification: !gate.isOpen && !app.guestCookie.hasPassedGate(request) };
    },
  });

  serve(app, validateVerificationToken, {
    access: 'anyone',
    limits: { rate: { most: 20, seconds: 60 } },
    handler: async ({ body, request, reply }) => {
      const error = await gate.useToken(body.token);
      if (error !== null) return { success: false, error, sessionId: null, verifiedAt: null };
      const now = clock.now();
      const { id } = app.guestCookie.letPass(request, reply, now + PASS_MS);
      return { success: true, error: null, sessionId: id, verifiedAt: new Date(now).toISOString() };
    },
  });
}
