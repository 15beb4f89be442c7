import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { resetSecondFactor } from '../../../contract/auth/second-factor.ts';
import type { CsvColumns } from '../../../contract/csv.ts';
import { PAGE_SIZE_MAX } from '../../../contract/endpoint.ts';
import { EXPORT_COLUMNS } from '../../../contract/users/account-details.rules.ts';
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
  type UserAccount,
  updateUserRole,
  updateUserStatus,
  userDetails,
  userSessions,
} from '../../../contract/users/users.ts';
import { cachedFor } from '../../bounded-cache.ts';
import type { Core } from '../../core.ts';
import { withLease } from '../../db/lease.ts';
import { page } from '../../http/cursor.ts';
import { csvPages, dayOf, withSpooled } from '../../http/files.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { presentActivity } from '../log/activity/presenter.ts';
import { recordExport } from '../log/activity/record-export.ts';
import { changeSelectedUsers, changeUser, endSession, endSessions, removeAllFactors } from './changes.ts';
import { createAccount, type PasswordDeps, readTemporaryPassword, resetPassword } from './create.ts';
import { editDetails } from './edit.ts';
import { importAccounts, importRunning } from './import/import.ts';
import { presentDetails, presentListItem, presentSession, presentUser } from './presenter.ts';
import { findProfile, findUser, signInsOf, wasSeenLately } from './queries.ts';
import { userSample } from './search/sample.ts';
import { countMatches, searchUsers } from './search/search.ts';

/** Unlimited for programs that synchronise users. */
const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: REQUESTS.userWrites };
const BULK = { rate: REQUESTS.bulkActions, body: 1024 * 1024 };
const FILES = { rate: REQUESTS.files };
const LOGIN_HISTORY = 10;
const FLUSHED_FOR_MS = 10_000;

const EXPORTED: CsvColumns<UserAccount> = Object.fromEntries(
  EXPORT_COLUMNS.map((name) => [name, (user: UserAccount) => user[name]]),
);

export function userRoutes(app: FastifyInstance, deps: PasswordDeps & Pick<Core, 'db' | 'reader' | 'log'>): void {
  const { db, reader, clock, sessions } = deps;
  const search = { reader, sample: userSample(reader, clock) };
  /** Recent uses of sessions may be in memory only. */
  const flushed = cachedFor(FLUSHED_FOR_MS, clock, () => sessions.flush());

  serve(app, listUsers, {
    access: 'see-users',
    limits: READS,
    handler: async ({ query, reply }) => {
      await flushed();
      const { users, next } = await searchUsers(search, query, clock.now());
      return page(reply, users.map(presentListItem), next);
    },
  });

  serve(app, countUsers, {
    access: 'see-users',
    limits: READS,
    handler: async ({ query }) => {
      await flushed();
      return countMatches(search, query, clock.now());
    },
  });

  serve(app, exportUsers, {
    access: 'see-users',
    fresh: 'always',
    limits: FILES,
    handler: async ({ query, actor }) => {
      const { sort, ...filter } = query;
      await recordExport(deps, actor(), 'users exported', { ...filter, sort: sort === 'name' ? undefined : sort });
      await flushed();
      const now = clock.now();
      const lines = csvPages(EXPORTED, async (cursor) => {
        const { users, next } = await searchUsers(search, { ...query, limit: PAGE_SIZE_MAX, cursor }, now);
        return { rows: users.map(presentUser), next };
      });
      return { name: `users-${dayOf(clock)}.csv`, lines };
    },
  });

  serve(app, createUser, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ body, actor, demandProof }) => {
      if (body.role !== 'user') demandProof();
      const { user, temporaryPassword } = await createAccount(deps, actor(), body);
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
      const { user } = await changeUser(deps, actor(), params.id, { action: 'status', value: body.status });
      return presentUser(user);
    },
  });

  serve(app, updateUserRole, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, body, actor }) => {
      const change = { action: 'role', value: body.role } as const;
      const { user, temporaryPassword } = await changeUser(deps, actor(), params.id, change);
      return { ...presentUser(user), temporaryPassword };
    },
  });

  serve(app, editUser, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ params, body, actor }) => presentUser(await editDetails(deps, actor(), params.id, body)),
  });

  serve(app, deleteUser, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, actor }) => {
      await changeUser(deps, actor(), params.id, { action: 'delete' });
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
      await removeAllFactors(deps, actor(), params.id);
    },
  });

  serve(app, showTemporaryPassword, {
    access: 'change-users',
    fresh: 'always',
    limits: WRITES,
    change: async ({ params, actor }) => ({ temporaryPassword: await readTemporaryPassword(deps, actor(), params.id) }),
  });

  serve(app, bulkAction, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: BULK,
    change: async ({ body, actor, demandProof }) => {
      if (body.action !== 'status') demandProof();
      return { affected: await changeSelectedUsers(deps, actor(), body) };
    },
  });

  serve(app, importUsers, {
    access: 'change-users',
    fresh: 'always',
    limits: { ...FILES, body: IMPORT_BYTES_MAX },
    change: ({ body, query, actor, disconnected, session }) =>
      withLease(deps, `import:${session.user.id}`, importRunning, () => {
        const signal = disconnected();
        // Stored in a file first, because creating accounts may take longer than an upload may.
        return withSpooled(body as Readable, IMPORT_BYTES_MAX, signal, (open) =>
          importAccounts(deps, actor(), open, {
            dryRun: query.dryRun === 'true',
            sendByMail: query.sendByMail === 'true',
            disconnected: signal,
          }),
        );
      }),
  });
}
