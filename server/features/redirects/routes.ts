import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GuestStep } from '../../../contract/guests/guests.rules.ts';
import { GUEST_MISSING } from '../../../contract/redirects/redirects.rules.ts';
import {
  bulkRedirect,
  checkGuestRedirect,
  checkUserRedirect,
  chooseExit,
  countRedirected,
  createRedirect,
  isForGuest,
  listRedirects,
  removeRedirect,
} from '../../../contract/redirects/redirects.ts';
import { BULK_MAX } from '../../../contract/users/users.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import type { Core } from '../../core.ts';
import { badInput, HttpError } from '../../errors.ts';
import { decodeCursor, nextByTime, page, TimeCursor } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { normaliseAddress } from '../../visitor/address.ts';
import { whenKnown } from '../../when-known.ts';
import { approachOf } from '../guests/messages/care.ts';
import { assertPossible, type GuestsSeen, knownGuest, type Recipient } from '../guests/messages/guests.ts';
import type { Exits } from './exits.ts';
import { matchingUsers } from './matching.ts';
import { redirectsShownTo } from './policy.ts';
import { presentRedirect, withoutUser } from './presenter.ts';
import { listedRedirect, redirectsAfter } from './queries.ts';
import { NO_GUEST_REDIRECT, type Redirects } from './redirects.ts';

const READS = { rate: 'unlimited' } as const;
const GUEST_WRITES = { rate: REQUESTS.guestLeaves };
const WRITES = { rate: REQUESTS.deskWrites };
/** Whatever is none of the pages can only be the exit address, which is looked at when it is stored. */
const stepTo = (destination: string | null): GuestStep =>
  destination === EMAIL_ENTRY_PATH ? 'entry-redirect' : destination === VERIFY_CODE_PATH ? 'verify-redirect' : 'exit';
const tooMany = () =>
  new HttpError('too_many_users', `More than ${BULK_MAX.toLocaleString('en')} users match. Choose fewer at once.`);

interface RedirectRoutesDeps extends Pick<Core, 'db' | 'reader' | 'clock' | 'sessions'> {
  readonly redirects: Redirects;
  readonly exits: Exits;
  readonly guests: Pick<GuestsSeen, 'factsOf'>;
  /** The browser whose page asks. */
  recipientOf(request: FastifyRequest): Recipient;
  /** Told of every poll of a guest's page. */
  seen(request: FastifyRequest): void;
}

export function redirectRoutes(app: FastifyInstance, deps: RedirectRoutesDeps): void {
  const { db, reader, clock, sessions, redirects, exits, guests, recipientOf, seen } = deps;

  serve(app, checkGuestRedirect, {
    access: 'guest',
    limits: READS,
    sameObjects: true,
    handler: ({ request, guest, visitor }) => {
      seen(request);
      return whenKnown(redirects.takeForGuest(recipientOf(request)), (redirect) => {
        if (redirect.exit === undefined) return redirect;
        const browser = { id: guest().publicId, visitor: visitor() };
        return exits.show(redirect.exit, browser).then((isShown) => (isShown ? redirect : NO_GUEST_REDIRECT));
      });
    },
  });

  serve(app, chooseExit, {
    access: 'guest',
    limits: GUEST_WRITES,
    handler: ({ body, guest, visitor }) => exits.choose(body.choice, { id: guest().publicId, visitor: visitor() }),
  });

  serve(app, checkUserRedirect, {
    access: 'user',
    limits: READS,
    passive: true,
    sameObjects: true,
    handler: ({ session, actor }) => redirects.takeForUser(session, actor),
  });

  serve(app, listRedirects, {
    access: 'see-redirects',
    limits: READS,
    handler: async ({ query, session, reply }) => {
      const after = query.cursor === undefined ? null : decodeCursor(TimeCursor, query.cursor);
      const rows = await redirectsAfter(reader, redirectsShownTo(session.user.role), after, query.limit);
      return page(reply, rows.map(presentRedirect), nextByTime(rows, query.limit));
    },
  });

  serve(app, createRedirect, {
    access: 'redirect',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ body, actor }) => {
      const { destinationPath: destination = null, reason, isPersistent: persistent } = body;
      if (body.guestId) {
        const { guestId } = body;
        const guest = await knownGuest(guests, guestId);
        assertPossible(stepTo(destination), guest);
        const redirect = { destination, reason, persistent };
        const to = { guestId, ipAddress: guest.ipAddress };
        const row = await redirects.redirectBrowser(to, redirect, actor(), approachOf(body));
        return presentRedirect(withoutUser(row));
      }
      if (isForGuest(body)) {
        const ip = normaliseAddress(body.guestIp ?? '');
        if (ip === null) throw badInput(GUEST_MISSING);
        const { row, leftOut } = await redirects.redirectGuest(ip, { destination, reason, persistent }, actor());
        return { ...presentRedirect(withoutUser(row)), ...(leftOut > 0 && { leftOut }) };
      }
      const redirect = { destination: destination ?? '', reason, persistent };
      const row = await redirects.redirectUser(body.userId ?? '', redirect, actor());
      // It may have been delivered already.
      return presentRedirect((await listedRedirect(db, row.id)) ?? withoutUser(row));
    },
  });

  serve(app, removeRedirect, {
    access: 'redirect',
    limits: WRITES,
    change: ({ params, actor }) => redirects.remove(params.id, actor()),
  });

  serve(app, countRedirected, {
    access: 'change-users',
    limits: READS,
    handler: async ({ query }) => {
      await sessions.flush();
      const users = await matchingUsers(reader, query.filter, clock.now(), BULK_MAX + 1);
      return { count: Math.min(users.length, BULK_MAX), more: users.length > BULK_MAX };
    },
  });

  serve(app, bulkRedirect, {
    access: 'change-users',
    limits: WRITES,
    change: async ({ body, actor }) => {
      const { destinationPath: destination, reason, isPersistent: persistent } = body;
      await sessions.flush();
      const rows = await redirects.redirectUsers(
        async (trx) => {
          const users = await matchingUsers(trx, body.filter, clock.now(), BULK_MAX + 1);
          if (users.length > BULK_MAX) throw tooMany();
          return users;
        },
        { destination, reason, persistent },
        actor(),
      );
      return { affected: rows.length };
    },
  });
}
