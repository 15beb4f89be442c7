import type { FastifyInstance } from 'fastify';
import type { MessageName } from '../../../contract/guests/messages.rules.ts';
import { GUEST_MISSING } from '../../../contract/redirects/redirects.rules.ts';
import {
  bulkRedirect,
  checkUserRedirect,
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
import type { FindListed } from '../../visitor/guest-id.ts';
import type { Messages } from '../guests/messages/messages.ts';
import { presentAsRedirect } from '../guests/messages/presenter.ts';
import { waitingRedirectsAfter } from '../guests/messages/queries.ts';
import { assertPossible, type FindGuest } from '../guests/messages/recipients.ts';
import { redirectsShownTo } from './policy.ts';
import { presentRedirect } from './presenter.ts';
import { listedRedirect, matchingUsers, redirectsAfter } from './queries.ts';
import type { Redirects } from './redirects.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: REQUESTS.deskWrites };
const tooMany = () =>
  new HttpError(
    'too_many_users',
    `More than ${BULK_MAX.toLocaleString('en')} users match. Please choose a narrower filter.`,
  );

/** Anything but a page is the exit URL, which is checked when stored. */
const messageTo = (destination: string | null): MessageName =>
  destination === EMAIL_ENTRY_PATH ? 'entry-redirect' : destination === VERIFY_CODE_PATH ? 'verify-redirect' : 'exit';

const newestFirst = (one: { created_at: number; id: string }, other: { created_at: number; id: string }) =>
  other.created_at - one.created_at || (other.id < one.id ? -1 : 1);

interface RedirectRoutesDeps extends Pick<Core, 'db' | 'reader' | 'clock' | 'sessions'> {
  readonly redirects: Redirects;
  readonly messages: Messages;
  readonly findGuest: FindGuest;
  readonly findListed: FindListed;
}

/** For users. Redirects of guests are messages; the list has both. */
export function redirectRoutes(app: FastifyInstance, deps: RedirectRoutesDeps): void {
  const { db, reader, clock, sessions, redirects, messages, findGuest, findListed } = deps;

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
    handler: async ({ query: { cursor, limit }, session, reply }) => {
      const after = cursor === undefined ? null : decodeCursor(TimeCursor, cursor);
      const shown = redirectsShownTo(session.user.role);
      const ofUsers = shown.users ? await redirectsAfter(reader, after, limit) : [];
      const ofGuests = shown.guests ? await waitingRedirectsAfter(reader, after, limit) : [];
      const rows = [...ofUsers, ...ofGuests].sort(newestFirst).slice(0, limit);
      const listed = rows.map((row) => ('guest_ip' in row ? presentAsRedirect(row, findListed) : presentRedirect(row)));
      return page(reply, listed, nextByTime(rows, limit));
    },
  });

  serve(app, createRedirect, {
    access: 'redirect',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ body, actor }) => {
      const { destinationPath: destination = null, reason, isPersistent: persistent, stepIn } = body;
      const redirect = { destination, reason, persistent };
      if (body.guestId) {
        const { guestId } = body;
        const guest = await findGuest(guestId);
        assertPossible(messageTo(destination), guest);
        const to = { guestId, ipAddress: guest.ipAddress, stepIn };
        return presentAsRedirect((await messages.redirect(to, redirect, actor())).message, findListed);
      }
      if (isForGuest(body)) {
        const ipAddress = normaliseAddress(body.guestIp ?? '');
        if (ipAddress === null) throw badInput(GUEST_MISSING);
        const { message, leftOut } = await messages.redirect({ ipAddress }, redirect, actor());
        return { ...presentAsRedirect(message, findListed), ...(leftOut > 0 && { leftOut }) };
      }
      const sent = { ...redirect, destination: destination ?? '' };
      const row = await redirects.redirectUser(body.userId ?? '', sent, actor());
      // It may have been delivered already.
      return presentRedirect((await listedRedirect(db, row.id)) ?? { ...row, user_name: null, user_role: null });
    },
  });

  serve(app, removeRedirect, {
    access: 'redirect',
    limits: WRITES,
    change: async ({ params: { id }, actor }) => {
      if (!(await messages.removeRedirect(id, actor()))) await redirects.remove(id, actor());
    },
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
