import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askForHelp, helpState, withdrawHelp } from '../../../contract/help.ts';
import type { HelpRow } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import type { Help } from './help.ts';
import { presentHelp } from './presenter.ts';

const POLLS = { rate: 'unlimited' } as const;
const ASKS = { rate: { most: 60, seconds: 10 * 60, shared: true } } as const;
const WITHDRAWALS = { rate: { most: 120, seconds: 10 * 60 } };

const unknownBrowser = () =>
  new HttpError('guest_not_found', 'Your browser is not known here yet. Please reload the page and try again.');

interface HelpRoutesDeps {
  readonly help: Help;
  /** Whether somebody of the support team is helping this guest. */
  isAttended(guestId: string): boolean;
  /** Told of every poll of a guest's page. */
  seen(request: FastifyRequest): void;
}

export function helpRoutes(app: FastifyInstance, deps: HelpRoutesDeps): void {
  const { help, isAttended, seen } = deps;
  /** Only browsers that keep the cookie can ask: whoever makes up a new one for each call is refused before anything is written. */
  const browserOf = (request: FastifyRequest): string => {
    const guest = app.guestCookie.read(request);
    if (guest === null) throw unknownBrowser();
    return guest.publicId;
  };

  serve(app, helpState, {
    access: 'guest',
    limits: POLLS,
    handler: ({ guest, request }) => {
      seen(request);
      const id = guest().publicId;
      const present = (row: HelpRow | undefined) => presentHelp(row, isAttended(id));
      const row = help.current(id);
      return row instanceof Promise ? row.then(present) : present(row);
    },
  });

  serve(app, askForHelp, {
    access: 'guest',
    limits: ASKS,
    handler: async ({ body, request, visitor }) => {
      const id = browserOf(request);
      await help.ask(id, body.reason, visitor());
      return presentHelp(await help.current(id), isAttended(id));
    },
  });

  serve(app, withdrawHelp, {
    access: 'guest',
    limits: WITHDRAWALS,
    handler: ({ request, visitor }) => help.withdraw(browserOf(request), visitor()),
  });
}
