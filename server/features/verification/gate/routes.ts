import type { FastifyInstance } from 'fastify';
import { validateVerificationToken, verificationCheck } from '../../../../contract/verification/gate.ts';
import { iso } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { type Gate, PASS_MS } from './gate.ts';

interface GateRoutesDeps extends Pick<Core, 'clock'> {
  renewed(guestId: string): Promise<unknown>;
}

export function gateRoutes(app: FastifyInstance, gate: Gate, { clock, renewed }: GateRoutesDeps): void {
  serve(app, verificationCheck, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: ({ request }) => ({
      needsVerification: !gate.isOpen && !app.guestCookie.hasPassedGate(request),
    }),
  });

  serve(app, validateVerificationToken, {
    access: 'anyone',
    limits: { rate: REQUESTS.gateTokens },
    handler: async ({ body, request, reply }) => {
      const used = await gate.useToken(body.token);
      if ('refused' in used) {
        const { errors } = app.languageOf(request).messages;
        return { success: false, error: errors[used.refused], sessionId: null, verifiedAt: null };
      }
      const now = clock.now();
      const { secret, publicId } = app.guestCookie.letPass(request, reply, now + PASS_MS);
      await gate.keepPass(secret, used.said);
      await renewed(publicId);
      return {
        success: true,
        error: null,
        sessionId: publicId,
        verifiedAt: iso(now),
      };
    },
  });
}
