import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { resetSecondFactor } from '../../../contract/auth/second-factor.ts';
import {
  bulkAction,
  countUsers,
  createUser,
  deleteUser,
  editUser,
  endUserSession,
  endUserSessions,
  exportUsers,
  IMPORT_BYTES_MAX,
  importUsers,
  listUsers,
  loginHistory,
  resetUserPassword,
  showTemporaryPassword,
  updateUserRole,
  updateUserStatus,
  userDetails,
  userSessions,
} from '../../../contract/users/users.ts';
import { keptFor } from '../../bounded-cache.ts';
import type { Core } from '../../core.ts';
import { oneAtATime } from '../../db/one-at-a-time.ts';
import { page } from '../../http/cursor.ts';
import { dayOf, withSpooled } from '../../http/files.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { presentActivity } from '../log/activity/presenter.ts';
import { bulkAction as changeInBulk, changeUser, endSession, endSessions } from './changes.ts';
import { createUser as create, type PasswordDeps, resetPassword, showTemporaryPassword as show } from './create.ts';
import { editUser as edit } from './edit.ts';
import { recordExport, userLines } from './export.ts';
import { importUsers as importFrom, importRunning } from './import/import.ts';
import { presentDetails, presentListed, presentSession, presentUser } from './presenter.ts';
import { findProfile, findUser, signInsOf, wasSeenLately } from './queries.ts';
import { userSample } from './search/sample.ts';
import { countUsers as count, searchUsers } from './search/search.ts';
import { type ResetFactorDeps, resetSecondFactor as resetFactors } from './second-factor.ts';

/** For admins only, who have nothing to guess here; programs that keep accounts in step come here too. */
const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: REQUESTS.userWrites };
const BULK = { rate: REQUESTS.bulkActions, body: 1024 * 1024 };
const FILES = { rate: REQUESTS.files };
const LOGIN_HISTORY = 10;
const FLUSHED_FOR_MS = 10_000;

export function userRoutes(
  app: FastifyInstance,
  deps: PasswordDeps & ResetFactorDeps & Pick<Core, 'db' | 'reader' | 'log'>,
): void {
  const { db, reader, clock, sessions } = deps;
  const search = { reader, sample: userSample(reader, clock) };
  /** Who is online is asked of the database, and a session's last use may only be in memory yet. */
  const flushed = keptFor(FLUSHED_FOR_MS, clock, () => sessions.flush());

  serve(app, listUsers, {
    access: 'see-users',
    limits: READS,
    handler: async ({ query, reply }) => {
      await flushed();
      const { users, next } = await searchUsers(search, query, clock.now());
      return page(reply, users.map(presentListed), next);
    },
  });

  serve(app, countUsers, {
    access: 'see-users',
    limits: READS,
    handler: async ({ query }) => {
      await flushed();
      return count(search, query, clock.now());
    },
  });

  serve(app, exportUsers, {
    access: 'see-users',
    fresh: 'always',
    limits: FILES,
    handler: async ({ query, actor }) => {
      await recordExport(deps, actor(), query);
      await flushed();
      return { name: `users-${dayOf(clock)}.csv`, lines: userLines(search, query, clock.now()) };
    },
  });

  serve(app, createUser, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ body, actor, demandProof }) => {
      if (body.role !== 'user') demandProof();
      const { user, temporaryPassword } = await create(deps, actor(), body);
      return { ...presentUser(user), temporaryPassword };
    },
  });

  serve(app, userDetails, {
    access: 'see-users',
    limits: READS,
    handler: async ({ params: { id } }) =>
      presentDetails(
        await findUser(db, id),
        await findProfile(db, id),
        await wasSeenLately(reader, id, clock.now()),
        deps.settings.current.temporaryPasswordDays,
      ),
  });

  serve(app, loginHistory, {
    access: 'see-users',
    limits: READS,
    handler: async ({ params }) => presentActivity(reader, await signInsOf(reader, params.id, LOGIN_HISTORY)),
  });

  serve(app, userSessions, {
    access: 'see-users',
    limits: READS,
    handler: async ({ params, session }) =>
      (await sessions.listOf(params.id)).map((row) => presentSession(row, session.id)),
  });

  serve(app, endUserSession, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: ({ params, actor }) => endSession(deps, actor(), params.id, params.sessionId),
  });

  serve(app, endUserSessions, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, session, actor }) => ({ ended: await endSessions(deps, actor(), params.id, session.id) }),
  });

  serve(app, updateUserStatus, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ params, body, actor }) => {
      const { user } = await changeUser(deps, actor(), params.id, { change: 'status', status: body.status });
      return presentUser(user);
    },
  });

  serve(app, updateUserRole, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, body, actor }) => {
      const change = { change: 'role', role: body.role } as const;
      const { user, temporaryPassword } = await changeUser(deps, actor(), params.id, change);
      return { ...presentUser(user), temporaryPassword };
    },
  });

  serve(app, editUser, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ params, body, actor }) => presentUser(await edit(deps, actor(), params.id, body)),
  });

  serve(app, deleteUser, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, actor }) => {
      await changeUser(deps, actor(), params.id, { change: 'deleted' });
    },
  });

  serve(app, resetUserPassword, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, body, actor }) => {
      const sendByMail = body?.sendByMail ?? false;
      const { temporaryPassword } = await resetPassword(deps, actor(), params.id, { sendByMail });
      return { temporaryPassword };
    },
  });

  serve(app, resetSecondFactor, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, actor }) => {
      await resetFactors(deps, actor(), params.id);
    },
  });

  serve(app, showTemporaryPassword, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, actor }) => ({ temporaryPassword: await show(deps, actor(), params.id) }),
  });

  serve(app, bulkAction, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: BULK,
    change: async ({ body, actor, demandProof }) => {
      if (body.action !== 'status') demandProof();
      return { affected: await changeInBulk(deps, actor(), body) };
    },
  });

  serve(app, importUsers, {
    access: 'change-users',
    fresh: 'always',
    limits: { ...FILES, body: IMPORT_BYTES_MAX },
    change: ({ body, query, actor, disconnected, session }) =>
      oneAtATime(deps, `import:${session.user.id}`, importRunning, () => {
        const signal = disconnected();
        // First all of it to the disk: writing accounts may take longer than a client may take to send.
        return withSpooled(body as Readable, IMPORT_BYTES_MAX, signal, (open) =>
          importFrom(deps, actor(), open, {
            dryRun: query.dryRun === 'true',
            sendByMail: query.sendByMail === 'true',
            disconnected: signal,
          }),
        );
      }),
  });
}
