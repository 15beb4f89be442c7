import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askForHelp, helpState, withdrawHelp } from '../../../../contract/guests/help.ts';
import type { Core } from '../../../core.ts';
import type { HelpRow } from '../../../db/tables.ts';
import { HttpError, tooManyRequests } from '../../../errors.ts';
import type { Guest, HaltCookie } from '../../../http/cookies.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { whenKnown } from '../../../when-known.ts';
import type { Help } from './help.ts';
import { presentHelp, presentKeptHalt } from './presenter.ts';

const POLLS = { rate: 'unlimited' } as const;
const ASKS = { rate: REQUESTS.helpAsked };
const WITHDRAWALS = { rate: REQUESTS.helpWithdrawn };

const unknownBrowser = () =>
  new HttpError('guest_not_found', 'Your browser is not known here yet. Please reload the page and try again.');

interface HelpRoutesDeps extends Pick<Core, 'clock'> {
  readonly help: Help;
  readonly haltCookie: HaltCookie;
  /** Whether a helper is assigned to this guest. */
  isAttended(guestId: string): boolean;
  /** A page of this guest has asked for something. */
  seen(request: FastifyRequest): void;
}

export function helpRoutes(app: FastifyInstance, deps: HelpRoutesDeps): void {
  const { clock, help, haltCookie, isAttended, seen } = deps;
  /** Only browsers that keep the cookie can ask: a new one for each call is refused before anything is written. */
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
      const browser = guest();
      const kept = haltCookie.read(request, browser);
      if (kept !== null) return presentKeptHalt(kept);
      const id = browser.publicId;
      const present = (row: HelpRow | undefined) => presentHelp(row, isAttended(id));
      return whenKnown(help.current(id), present);
    },
  });

  serve(app, askForHelp, {
    access: 'guest',
    limits: ASKS,
    handler: async ({ body, request, reply, visitor }) => {
      const guest = browserOf(request);
      seen(request);
      const kept = haltCookie.read(request, guest);
      if (kept !== null) return presentKeptHalt(kept);
      const { publicId: id } = guest;
      const { reason } = body;
      if (reason !== 'told_to_come') {
        if (request.secondsToWait > 0) throw tooManyRequests(request.secondsToWait);
        await help.ask(id, reason, visitor());
      } else if (request.secondsToWait > 0 || !(await help.halt(id, visitor()))) {
        // A halt is never refused: what cannot be stored, the browser keeps.
        const since = clock.now();
        haltCookie.write(reply, guest, since);
        return presentKeptHalt(since);
      }
      return presentHelp(await help.current(id), isAttended(id));
    },
  });

  serve(app, withdrawHelp, {
    access: 'guest',
    limits: WITHDRAWALS,
    handler: async ({ request, reply, visitor }) => {
      const guest = browserOf(request);
      seen(request);
      const keepsHalt = haltCookie.read(request, guest) !== null;
      await help.withdraw(guest.publicId, visitor(), keepsHalt);
      if (keepsHalt) haltCookie.clear(reply);
    },
  });
}
