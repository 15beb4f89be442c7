import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  bulkAction,
  createUser,
  deleteUser,
  endUserSession,
  endUserSessions,
  IMPORT_BYTES_MAX,
  importUsers,
  listUsers,
  loginHistory,
  matchingUserIds,
  resetUserPassword,
  updateUserRole,
  updateUserStatus,
  userDetails,
  userSessions,
} from '../../../contract/users.ts';
import type { Db } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { withSpooled } from '../../http/spool.ts';
import { presentActivity } from '../activity/presenter.ts';
import {
  bulkAction as changeInBulk,
  inTurn,
  recordChanges,
  deleteUser as remove,
  updateRole,
  updateStatus,
} from './changes.ts';
import { createUser as create, type PasswordDeps, resetPassword } from './create.ts';
import { exportUsers } from './export.ts';
import { importUsers as importFrom } from './import.ts';
import { matchingIds } from './matching.ts';
import { userNotFound } from './policy.ts';
import { presentDetails, presentSession, presentUser } from './presenter.ts';
import { searchUsers } from './search.ts';

const done = { success: true } as const;
/** For admins only, who have nothing to guess here; programs that keep accounts in step come here too. */
const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: { most: 1_000, seconds: 60 } };
const BULK = { rate: { most: 120, seconds: 60 }, body: 1024 * 1024 };
const FILES = { rate: { most: 60, seconds: 60 } };
const LOGIN_HISTORY = 10;

interface UserRoutesDeps extends PasswordDeps {
  readonly reader: Db;
}

export function userRoutes(app: FastifyInstance, deps: UserRoutesDeps): void {
  const { db, reader, clock, keys, sessions } = deps;

  serve(app, listUsers, {
    access: 'admin',
    limits: READS,
    handler: async ({ query, reply }) => {
      const { users, next } = await searchUsers(reader, query);
      if (next !== null) reply.header('x-next-cursor', next);
      return users.map(presentUser);
    },
  });

  serve(app, matchingUserIds, {
    access: 'admin',
    limits: READS,
    handler: async ({ query, session, reply }) => {
      const { ids, next } = await matchingIds(reader, session.user, query);
      if (next !== null) reply.header('x-next-cursor', next);
      return ids;
    },
  });

  serve(app, createUser, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ body, session, visitor }) => {
      const { user, temporaryPassword } = await create(deps, { session, visitor: visitor() }, body);
      return { ...presentUser(user), temporaryPassword };
    },
  });

  serve(app, userDetails, {
    access: 'admin',
    limits: READS,
    handler: async ({ params }) => {
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow(userNotFound);
      const profile = await db.selectFrom('profiles').selectAll().where('user_id', '=', params.id).executeTakeFirst();
      return presentDetails(user, profile, keys);
    },
  });

  serve(app, loginHistory, {
    access: 'admin',
    limits: READS,
    handler: async ({ params }) => {
      const rows = await reader
        .selectFrom('activity')
        .leftJoin('users', 'users.id', 'activity.user_id')
        .selectAll('activity')
        .select('users.username as user_name')
        .where('activity.user_id', '=', params.id)
        .where('activity.action', 'in', ['login', 'logout', 'failed_login'])
        .orderBy('activity.created_at', 'desc')
        .orderBy('activity.id', 'desc')
        .limit(LOGIN_HISTORY)
        .execute();
      return rows.map(presentActivity);
    },
  });

  serve(app, userSessions, {
    access: 'admin',
    limits: READS,
    handler: async ({ params, session }) =>
      (await sessions.listOf(params.id)).map((row) => presentSession(row, session.id)),
  });

  serve(app, endUserSession, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, session, visitor }) => {
      await inTurn(db, async (trx) => {
        const user = await trx
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.user_id')
          .select(['users.id', 'users.username'])
          .where('sessions.id', '=', params.sessionId)
          .where('users.id', '=', params.id)
          .executeTakeFirstOrThrow(notFound);
        await sessions.end(trx, params.sessionId);
        await recordChanges(trx, [user], { change: 'session ended' }, { session, visitor: visitor() }, clock.now());
      });
      sessions.ended(params.sessionId);
      return done;
    },
  });

  serve(app, endUserSessions, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, session, visitor }) => {
      const ended = await inTurn(db, async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select(['id', 'username'])
          .where('id', '=', params.id)
          .executeTakeFirstOrThrow(userNotFound);
        // Whoever is asking stays signed in where they are.
        const count = await sessions.endAllOf(trx, [params.id], session.id);
        await recordChanges(trx, [user], { change: 'sessions ended' }, { session, visitor: visitor() }, clock.now());
        return count;
      });
      sessions.usersChanged([params.id]);
      return { ended };
    },
  });

  serve(app, updateUserStatus, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, body, session, visitor }) =>
      presentUser(await updateStatus(deps, { session, visitor: visitor() }, params.id, body.status)),
  });

  serve(app, updateUserRole, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, body, session, visitor }) =>
      presentUser(await updateRole(deps, { session, visitor: visitor() }, params.id, body.role)),
  });

  serve(app, deleteUser, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, session, visitor }) => {
      await remove(deps, { session, visitor: visitor() }, params.id);
      return done;
    },
  });

  serve(app, resetUserPassword, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ params, body, session, visitor }) => {
      const changer = { session, visitor: visitor() };
      const { temporaryPassword } = await resetPassword(deps, changer, params.id, {
        sendByMail: body?.sendByMail ?? false,
      });
      return { temporaryPassword };
    },
  });

  serve(app, bulkAction, {
    access: 'admin',
    limits: BULK,
    handler: async ({ body, session, visitor }) => ({
      affected: await changeInBulk(deps, { session, visitor: visitor() }, body),
    }),
  });

  serve(app, importUsers, {
    access: 'admin',
    limits: { ...FILES, body: IMPORT_BYTES_MAX },
    handler: ({ body, query, session, visitor }) =>
      // First all of it to the disk: writing accounts may take longer than a client may take to send.
      withSpooled(body as Readable, IMPORT_BYTES_MAX, (file) =>
        importFrom(deps, { session, visitor: visitor() }, createReadStream(file), {
          dryRun: query.dryRun === 'true',
          sendByMail: query.sendByMail === 'true',
        }),
      ),
  });

  const declared = { access: 'admin', limits: FILES, output: 'file' } as const;
  app.get(
    '/api/admin/users.csv',
    { config: declared, schema: { querystring: matchingUserIds.query } },
    (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="users-${new Date(clock.now()).toISOString().slice(0, 10)}.csv"`,
        )
        .send(Readable.from(exportUsers(reader, (request.query as { q: string }).q))),
  );
}
