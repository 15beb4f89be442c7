import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askForHelp, helpState, withdrawHelp } from '../../../../contract/guests/help.ts';
import type { Core } from '../../../core.ts';
import type { HelpRow } from '../../../db/tables.ts';
import { HttpError, tooManyRequests } from '../../../errors.ts';
import type { Guest, HaltCookie } from '../../../http/cookies.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { whenKnown } from '../../../when-known.ts';
import type { Assignments } from '../messages/assignments.ts';
import type { Help } from './help.ts';
import { presentHelp, presentKeptHalt } from './presenter.ts';

const POLLS = { rate: 'unlimited' } as const;
const ASKS = { rate: REQUESTS.helpAsked };
const WITHDRAWALS = { rate: REQUESTS.helpWithdrawn };

const unknownBrowser = () => new HttpError('guest_not_found', ({ errors }) => errors.browserUnknown);

interface HelpRoutesDeps extends Pick<Core, 'clock'> {
  readonly help: Help;
  readonly haltCookie: HaltCookie;
  readonly assignments: Pick<Assignments, 'helperOf'>;
  seen(request: FastifyRequest): void;
}

export function helpRoutes(app: FastifyInstance, deps: HelpRoutesDeps): void {
  const { clock, help, assignments, haltCookie, seen } = deps;
  const present = (guestId: string, row: HelpRow | undefined, kept: number | null) =>
    kept !== null && row?.halted_at == null
      ? presentKeptHalt(kept)
      : presentHelp(row, assignments.helperOf(guestId) !== null);
  /** Without a cookie, the next poll could not find the request. */
  const browserOf = (request: FastifyRequest): Guest => {
    const guest = app.guestCookie.read(request);
    if (guest === null) throw unknownBrowser();
    return guest;
  };

  serve(app, helpState, {
    access: 'guest',
    limits: POLLS,
    handler: ({ guest, request }) => {
      seen(request);
      const { publicId: id } = guest();
      const kept = haltCookie.read(request);
      return whenKnown(help.current(id), (row) => present(id, row, kept));
    },
  });

  serve(app, askForHelp, {
    access: 'guest',
    limits: ASKS,
    handler: async ({ body, request, reply, visitor }) => {
      const guest = browserOf(request);
      const { publicId: id } = guest;
      seen(request);
      let kept = haltCookie.read(request);
      const { reason } = body;
      if (reason === 'told_to_come') {
        // A halt is never refused: if it can't be stored, the browser keeps it, and saying it again may store it.
        kept ??= clock.now();
        haltCookie.write(reply, kept);
        app.guestCookie.keepHalted(reply, guest);
        const isStored = await help.halt(id, visitor(), request.secondsToWait === 0);
        if (!isStored) await help.haltedInBrowser(id, visitor());
      } else if (kept === null) {
        if (request.secondsToWait > 0) throw tooManyRequests(request.secondsToWait);
        await help.ask(id, reason, visitor());
      }
      return present(id, await help.current(id), kept);
    },
  });

  serve(app, withdrawHelp, {
    access: 'guest',
    limits: WITHDRAWALS,
    handler: async ({ request, reply, visitor }) => {
      const guest = browserOf(request);
      seen(request);
      const keepsHalt = haltCookie.read(request) !== null;
      await help.withdraw(guest.publicId, visitor(), keepsHalt);
      if (keepsHalt) haltCookie.clear(reply);
    },
  });
}
