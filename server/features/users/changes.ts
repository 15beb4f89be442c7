import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { COMMAND_LINE_ID } from '../../../contract/activity.rules.ts';
import type { Role, Status } from '../../../contract/users.rules.ts';
import type { BulkActionInput } from '../../../contract/users.ts';
import type { Core } from '../../core.ts';
import { takeTurn } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivities } from '../activity/activity.ts';
import { lastAdmin, mayChange, mayChangeInBulk, ownAccount } from './policy.ts';
import { findUser, ownerOfSession } from './queries.ts';

export type ChangeDeps = Pick<Core, 'db' | 'clock' | 'sessions'>;

/** Somebody at the terminal of the server, who has no account to be named by. */
export const COMMAND_LINE: Actor = {
  userId: COMMAND_LINE_ID,
  visitor: { ipAddress: 'command line', location: 'This server', device: 'Command line', userAgent: '' },
};

/** What an entry says of a change, besides whom it is about. */
type UserChange =
  | { readonly change: 'created'; readonly role?: Role }
  | { readonly change: 'status'; readonly status: Status }
  | { readonly change: 'role'; readonly role: Role }
  | { readonly change: 'password reset'; readonly status?: Status }
  | { readonly change: 'deleted' | 'session ended' | 'sessions ended' };

/**
 * Changes of accounts by admins run one after the other, on all processes, so that the second sees what the first has
 * done. Whatever they did, an active admin must be left.
 */
export async function inTurn<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'users');
    const result = await work(trx);
    const admin = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', sql.lit('admin'))
      .where('status', '=', 'active')
      .limit(1)
      .executeTakeFirst();
    if (admin === undefined) throw lastAdmin();
    return result;
  });
}

type Named = Pick<UserRow, 'id' | 'username'>;

export async function recordChanges(
  trx: Trx,
  users: readonly Named[],
  change: UserChange,
  actor: Actor,
  at: number,
): Promise<void> {
  await recordActivities(
    trx,
    users.map((user) => ({
      ...actor,
      action: 'profile_update',
      details: { ...change, user: user.id, username: user.username },
      at,
    })),
  );
}

async function changeOne(
  { db, clock, sessions }: ChangeDeps,
  actor: Actor,
  userId: string,
  change: UserChange,
  write: (trx: Trx, user: UserRow, now: number) => Promise<UserRow | undefined>,
): Promise<UserRow> {
  if (!mayChange(actor, userId)) throw ownAccount();
  const changed = await inTurn(db, async (trx) => {
    const user = await findUser(trx, userId);
    const now = clock.now();
    const written = await write(trx, user, now);
    // It is so already.
    if (written === undefined) return user;
    await sessions.endAllOf(trx, [userId]);
    await recordChanges(trx, [written], change, actor, now);
    return written;
  });
  sessions.usersChanged([userId]);
  return changed;
}

const update = (trx: Trx, id: string, values: Partial<UserRow>) =>
  trx.updateTable('users').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const updateStatus = (deps: ChangeDeps, actor: Actor, userId: string, status: Status) =>
  changeOne(deps, actor, userId, { change: 'status', status }, async (trx, user, now) =>
    user.status === status ? undefined : update(trx, userId, { status, updated_at: now }),
  );

export const updateRole = (deps: ChangeDeps, actor: Actor, userId: string, role: Role) =>
  changeOne(deps, actor, userId, { change: 'role', role }, async (trx, user, now) =>
    user.role === role ? undefined : update(trx, userId, { role, updated_at: now }),
  );

export const deleteUser = (deps: ChangeDeps, actor: Actor, userId: string) =>
  changeOne(deps, actor, userId, { change: 'deleted' }, async (trx, user) => {
    await trx.deleteFrom('users').where('id', '=', userId).execute();
    return user;
  });

const AT_ONCE = 250;

/** All or none, in one transaction; in between others get their turn of the event loop. Answers how many it were. */
export async function bulkAction(
  { db, clock, sessions }: ChangeDeps,
  actor: Actor,
  input: BulkActionInput,
): Promise<number> {
  const ids = [...new Set(input.userIds)];
  const changed: string[] = [];
  await inTurn(db, async (trx) => {
    const now = clock.now();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const candidates = await trx
        .selectFrom('users')
        .select(['id', 'username', 'role'])
        .where('id', 'in', ids.slice(at, at + AT_ONCE))
        .execute();
      const users = candidates.filter((user) => mayChangeInBulk(actor, user));
      if (users.length === 0) continue;
      const these = users.map(({ id }) => id);
      await applyTo(trx, these, input, now);
      await sessions.endAllOf(trx, these);
      await recordChanges(trx, users, changeOf(input), actor, now);
      changed.push(...these);
      await nextTurn();
    }
  });
  sessions.usersChanged(changed);
  return changed.length;
}

function changeOf(input: BulkActionInput): UserChange {
  switch (input.action) {
    case 'status':
      return { change: 'status', status: input.value };
    case 'role':
      return { change: 'role', role: input.value };
    case 'delete':
      return { change: 'deleted' };
  }
}

async function applyTo(trx: Trx, ids: string[], input: BulkActionInput, now: number): Promise<void> {
  switch (input.action) {
    case 'status':
      await trx.updateTable('users').set({ status: input.value, updated_at: now }).where('id', 'in', ids).execute();
      return;
    case 'role':
      await trx.updateTable('users').set({ role: input.value, updated_at: now }).where('id', 'in', ids).execute();
      return;
    case 'delete':
      await trx.deleteFrom('users').where('id', 'in', ids).execute();
      return;
  }
}

/** Signs a user out in one place. */
export async function endSession(
  { db, clock, sessions }: ChangeDeps,
  actor: Actor,
  userId: string,
  sessionId: string,
): Promise<void> {
  await inTurn(db, async (trx) => {
    const user = await ownerOfSession(trx, userId, sessionId);
    await sessions.end(trx, sessionId);
    await recordChanges(trx, [user], { change: 'session ended' }, actor, clock.now());
  });
  sessions.ended(sessionId);
}

/** Signs a user out everywhere, except in the session that asks for it. Answers how many sessions it were. */
export async function endSessions(
  { db, clock, sessions }: ChangeDeps,
  actor: Actor,
  userId: string,
  askingSessionId: string,
): Promise<number> {
  const ended = await inTurn(db, async (trx) => {
    const user = await findUser(trx, userId);
    const count = await sessions.endAllOf(trx, [userId], askingSessionId);
    await recordChanges(trx, [user], { change: 'sessions ended' }, actor, clock.now());
    return count;
  });
  sessions.usersChanged([userId]);
  return ended;
}
