import type { FastifyInstance } from 'fastify';
import { claimGuest, releaseGuest, resendForGuest } from '../../../../contract/guests/messages.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { approachOf } from './care.ts';
import { assertPossible, type GuestsSeen, knownGuest } from './guests.ts';
import { type ResendDeps, resendFor } from './resend.ts';

const WRITES = { rate: REQUESTS.deskWrites };

interface CareRoutesDeps extends ResendDeps {
  readonly guests: Pick<GuestsSeen, 'factsOf'>;
  /** Told when a guest has got a new code. */
  codeSent(guestId: string): void;
}

export function careRoutes(app: FastifyInstance, deps: CareRoutesDeps): void {
  const { care, guests, codeSent } = deps;

  serve(app, claimGuest, {
    access: 'steer-guests',
    limits: WRITES,
    change: async ({ params: { id }, body, actor }) => {
      const { ipAddress } = await knownGuest(guests, id);
      const { name } = await care.claim({ guestId: id, ipAddress }, actor(), body.stepIn);
      return { success: true, claimedBy: name } as const;
    },
  });

  serve(app, releaseGuest, {
    access: 'steer-guests',
    limits: WRITES,
    change: async ({ params: { id }, actor }) => {
      const { ipAddress } = await knownGuest(guests, id);
      await care.release({ guestId: id, ipAddress }, actor());
    },
  });

  serve(app, resendForGuest, {
    access: 'steer-guests',
    limits: WRITES,
    change: async ({ params: { id }, body, actor }) => {
      const guest = await knownGuest(guests, id);
      assertPossible('resend', guest);
      await resendFor(deps, id, guest, actor(), approachOf(body));
      codeSent(id);
    },
  });
}
