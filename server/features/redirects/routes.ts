import type { FastifyInstance } from 'fastify';
import { GUEST_MISSING } from '../../../contract/redirects.rules.ts';
import {
  bulkRedirect,
  checkUserRedirect,
  countRedirected,
  createRedirect,
  listRedirects,
  removeRedirect,
} from '../../../contract/redirects.ts';
import { BULK_MAX } from '../../../contract/users.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { badInput, HttpError } from '../../errors.ts';
import { decodeCursor, encodeCursor, TimeCursor } from '../../http/cursor.ts';
import { serve } from '../../http/route.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { normaliseAddress } from '../../visitor/address.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { redirectsAfter } from './list.ts';
import { matchingUsers } from './matching.ts';
import { presentRedirect } from './presenter.ts';
import type { Steering } from './steering.ts';
import type { UserRedirects } from './user-redirects.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 300, seconds: 60 } };
const gone = () => new HttpError('redirect_gone', 'This redirect has been delivered or removed already.');
const tooMany = () =>
  new HttpError('too_many_users', `More than ${BULK_MAX.toLocaleString('en')} users match. Choose fewer at once.`);

interface RedirectRoutesDeps {
  readonly db: Db;
  readonly reader: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly steering: Steering;
  readonly userRedirects: UserRedirects;
  readonly settings: SettingsStore;
}

export function redirectRoutes(app: FastifyInstance, deps: RedirectRoutesDeps): void {
  const { db, reader, clock, sessions, steering, userRedirects, settings } = deps;

  serve(app, checkUserRedirect, {
    access: 'user',
    limits: READS,
    passive: true,
    handler: ({ session }) => userRedirects.take(session),
  });

  serve(app, listRedirects, {
    access: 'admin',
    limits: READS,
    handler: async ({ query, reply }) => {
      const after = query.cursor === undefined ? null : decodeCursor(TimeCursor, query.cursor);
      const rows = await redirectsAfter(reader, after).limit(query.limit).execute();
      const last = rows.at(-1);
      if (last !== undefined && rows.length === query.limit) {
        reply.header('x-next-cursor', encodeCursor([last.created_at, last.id]));
      }
      return rows.map(presentRedirect);
    },
  });

  serve(app, createRedirect, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ body, session, visitor }) => {
      const { reason, isPersistent: persistent } = body;
      const destination = body.destinationPath ?? (await settings.fresh()).exitUrl;
      if (!body.isGuestRedirect) {
        const changer = { session, visitor: visitor() };
        const row = await userRedirects.create(body.userId as string, { destination, reason, persistent }, changer);
        const named = await redirectsAfter(db, null).where('redirects.id', '=', row.id).executeTakeFirst();
        // It may have been delivered already.
        return presentRedirect(named ?? { ...row, user_name: null });
      }
      const ip = normaliseAddress(body.guestIp as string);
      if (ip === null) throw badInput(GUEST_MISSING);
      const steerer = { adminId: session.user.id, visitor: visitor() };
      const row = await steering.redirect(ip, destination, { reason, persistent }, steerer);
      return presentRedirect({ ...row, user_name: null });
    },
  });

  serve(app, removeRedirect, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, session, visitor }) => {
      const row = await db
        .selectFrom('redirects')
        .selectAll()
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow(gone);
      if (row.user_id !== null) await userRedirects.remove(row, { session, visitor: visitor() });
      else await steering.removeRedirect(row, { adminId: session.user.id, visitor: visitor() });
      return { success: true } as const;
    },
  });

  serve(app, countRedirected, {
    access: 'admin',
    limits: READS,
    handler: async ({ query }) => {
      await sessions.flush();
      const users = await matchingUsers(reader, query.filter, { clock, most: BULK_MAX + 1 });
      return { count: Math.min(users.length, BULK_MAX), more: users.length > BULK_MAX };
    },
  });

  serve(app, bulkRedirect, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ body, session, visitor }) => {
      const { destinationPath: destination, reason, isPersistent: persistent } = body;
      await sessions.flush();
      const rows = await userRedirects.createFor(
        async (trx) => {
          const users = await matchingUsers(trx, body.filter, { clock, most: BULK_MAX + 1 });
          if (users.length > BULK_MAX) throw tooMany();
          return users;
        },
        { destination, reason, persistent },
        { session, visitor: visitor() },
      );
      return { affected: rows.length };
    },
  });
}
