import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { COMMAND_LINE_ID } from '../../../contract/activity.rules.ts';
import type { Role, Status } from '../../../contract/users.rules.ts';
import type { BulkActionInput } from '../../../contract/users.ts';
import type { Clock } from '../../clock.ts';
import { takeTurn } from '../../db/locks.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import type { Session, Sessions } from '../../sessions/sessions.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { recordActivities } from '../activity/activity.ts';
import { lastAdmin, mayChange, mayChangeInBulk, ownAccount, userNotFound } from './policy.ts';

export interface ChangeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

/** The admin who makes a change; every change is an activity entry of theirs. */
export interface Changer {
  readonly session: Session;
  readonly visitor: Visitor;
}

/** Somebody at the terminal of the server, who has no account to be named by. */
export const COMMAND_LINE = {
  session: null,
  visitor: { ipAddress: 'command line', location: 'This server', device: 'Command line', userAgent: '' },
} as const;

/** What an entry says of a change, besides whom it is about. */
type Change = Readonly<Record<'change', string> & Partial<Record<'status' | 'role', string>>>;

/**
 * Changes of accounts by admins run one after the other, on all processes: whoever comes second sees what the first
 * has done. Whatever they did, an active admin must be left.
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
  change: Change,
  { session, visitor }: Changer | typeof COMMAND_LINE,
  at: number,
): Promise<void> {
  await recordActivities(
    trx,
    users.map((user) => ({
      userId: session?.user.id ?? COMMAND_LINE_ID,
      action: 'profile_update',
      visitor,
      details: { ...change, user: user.id, username: user.username },
      at,
    })),
  );
}

async function changeOne(
  { db, clock, sessions }: ChangeDeps,
  changer: Changer,
  userId: string,
  change: Change,
  write: (trx: Trx, user: UserRow, now: number) => Promise<UserRow | undefined>,
): Promise<UserRow> {
  if (!mayChange(changer.session.user, userId)) throw ownAccount();
  const changed = await inTurn(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(userNotFound);
    const now = clock.now();
    const written = await write(trx, user, now);
    // It is so already.
    if (written === undefined) return user;
    await sessions.endAllOf(trx, [userId]);
    await recordChanges(trx, [written], change, changer, now);
    return written;
  });
  sessions.usersChanged([userId]);
  return changed;
}

const update = (trx: Trx, id: string, values: Partial<UserRow>) =>
  trx.updateTable('users').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const updateStatus = (deps: ChangeDeps, changer: Changer, userId: string, status: Status) =>
  changeOne(deps, changer, userId, { change: 'status', status }, async (trx, user, now) =>
    user.status === status ? undefined : update(trx, userId, { status, updated_at: now }),
  );

export const updateRole = (deps: ChangeDeps, changer: Changer, userId: string, role: Role) =>
  changeOne(deps, changer, userId, { change: 'role', role }, async (trx, user, now) =>
    user.role === role ? undefined : update(trx, userId, { role, updated_at: now }),
  );

export const deleteUser = (deps: ChangeDeps, changer: Changer, userId: string) =>
  changeOne(deps, changer, userId, { change: 'deleted' }, async (trx, user) => {
    await trx.deleteFrom('users').where('id', '=', userId).execute();
    return user;
  });

const AT_ONCE = 250;

/** All or none, in one transaction; in between others get their turn of the event loop. Answers how many it were. */
export async function bulkAction(
  { db, clock, sessions }: ChangeDeps,
  changer: Changer,
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
      const users = candidates.filter((user) => mayChangeInBulk(changer.session.user, user));
      if (users.length === 0) continue;
      const these = users.map(({ id }) => id);
      await applyTo(trx, these, input, now);
      await sessions.endAllOf(trx, these);
      await recordChanges(trx, users, describe(input), changer, now);
      changed.push(...these);
      await nextTurn();
    }
  });
  sessions.usersChanged(changed);
  return changed.length;
}

function describe(input: BulkActionInput): Change {
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
