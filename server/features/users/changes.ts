import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type Change, COMMAND_LINE_ID } from '../../../contract/activity.rules.ts';
import type { BulkChange } from '../../../contract/bulk-jobs.rules.ts';
import { isStaff } from '../../../contract/roles.rules.ts';
import type { BulkActionInput } from '../../../contract/users.ts';
import type { Core } from '../../core.ts';
import { takeTurn } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { type NoticeDeps, tellOwnersOfStaffAct } from '../account-notices/notices.ts';
import { recordActivities } from '../activity/activity.ts';
import { keepNames } from '../activity/former-users.ts';
import { adminsAmong, beginTerms, endTerms } from '../admin-terms/admin-terms.ts';
import { assertMayGive, assertMayManage, lastAdmin, mayChange, mayChangeInBulk, ownAccount } from './policy.ts';
import { findUser, ownerOfSession } from './queries.ts';

export interface ChangeDeps extends NoticeDeps, Pick<Core, 'db' | 'sessions'> {}

/** Somebody at the terminal of the server, who has no account to be named by. */
export const COMMAND_LINE: Actor = {
  userId: COMMAND_LINE_ID,
  staff: 'command line',
  role: 'admin',
  visitor: { ipAddress: 'command line', location: 'This server', device: 'Command line', userAgent: '' },
};

type WithoutUser<Each> = Each extends { user: string } ? Omit<Each, 'user' | 'username'> : never;
/** What an entry says of a change of somebody's account, besides whose it is. */
type UserChange = WithoutUser<Exclude<Change, { change: 'redirect' | 'redirect removed' }>>;
/** What admins do to one account or to many. */
type AccountChange = Extract<UserChange, { change: 'status' | 'role' | 'deleted' }>;

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
type Standing = Pick<UserRow, 'role' | 'status'>;
type Changing = Named & Standing & Pick<UserRow, 'email'>;

/** With what was so before, where it is known. */
function withBefore(change: UserChange, user: Named & Partial<Standing>): UserChange {
  if (change.change === 'status' && user.status !== undefined)
    return { ...change, changed: { status: { from: user.status, to: change.status } } };
  if (change.change === 'role' && user.role !== undefined)
    return { ...change, changed: { role: { from: user.role, to: change.role } } };
  return change;
}

/** After these somebody else than its owner may be the one who uses an account. */
const OPENING: readonly UserChange['change'][] = [
  'created',
  'role',
  'password reset',
  'second factor reset',
  'temporary password shown',
];

function opens(change: UserChange): boolean {
  if (change.change === 'status') return change.status !== 'suspended';
  // The next temporary password may be mailed to the new address.
  if (change.change === 'edited') return change.changed.email !== undefined;
  return OPENING.includes(change.change);
}

export async function recordChanges(
  trx: Trx,
  users: readonly (Named & Partial<Standing>)[],
  change: UserChange,
  actor: Actor,
  at: number,
): Promise<void> {
  await recordActivities(
    trx,
    users.map((user) => ({
      ...actor,
      action: 'profile_update',
      details: { ...withBefore(change, user), user: user.id, username: user.username },
      at,
    })),
  );
  if (!opens(change)) return;
  const ids = users.map(({ id }) => id);
  await beginTerms(trx, ids, actor.userId, at);
}

type ApplyDeps = NoticeDeps & Pick<Core, 'sessions'>;

/** Sessions end with it: what they may do has changed. Answers who had some. `outbox.wake()` after the commit. */
async function apply(
  trx: Trx,
  deps: ApplyDeps,
  users: readonly Changing[],
  accountChange: AccountChange,
  actor: Actor,
  now: number,
  inBulk: boolean,
): Promise<string[]> {
  const ids = users.map(({ id }) => id);
  const { change, ...values } = accountChange;
  const admins = await adminsAmong(trx, ids);
  if (change === 'deleted') {
    await keepNames(trx, ids, now);
    await trx.deleteFrom('users').where('id', 'in', ids).execute();
  } else
    await trx
      .updateTable('users')
      .set({ ...values, updated_at: now })
      .where('id', 'in', ids)
      .execute();
  const signedOut = await deps.sessions.endAllOf(trx, ids);
  const left = await adminsAmong(trx, admins);
  await endTerms(
    trx,
    admins.filter((id) => !left.includes(id)),
    now,
  );
  await recordChanges(trx, users, accountChange, actor, now);
  if (change === 'role') await tellOwnersOfStaffAct(trx, deps, users, 'role changed', { actor, inBulk });
  return signedOut.users;
}

const isSoAlready = (user: UserRow, wanted: AccountChange) =>
  (wanted.change === 'status' && user.status === wanted.status) ||
  (wanted.change === 'role' && user.role === wanted.role);

/** Answers the user as they are now; one who was deleted, as they were. */
export async function changeUser(
  deps: ChangeDeps,
  actor: Actor,
  userId: string,
  change: AccountChange,
  demandProof: () => void,
): Promise<UserRow> {
  const { db, clock, sessions, outbox } = deps;
  if (!mayChange(actor, userId)) throw ownAccount();
  if (change.change === 'role') assertMayGive(actor, change.role);
  const changed = await inTurn(db, async (trx) => {
    const user = await findUser(trx, userId);
    assertMayManage(actor, user);
    if (isStaff(user.role)) demandProof();
    if (isSoAlready(user, change)) return user;
    await apply(trx, deps, [user], change, actor, clock.now(), false);
    return change.change === 'deleted' ? user : findUser(trx, userId);
  });
  sessions.usersChanged([userId]);
  outbox.wake();
  return changed;
}

interface ChangedInBulk {
  readonly count: number;
  readonly signedOut: readonly string[];
}

/**
 * Changes those of these users whom a bulk action may change and for whom the condition holds. In a transaction of `inTurn`:
 * whoever suspends or promotes one of them waits for it. `outbox.wake()` after its commit.
 */
export async function changeInBulk(
  trx: Trx,
  deps: ApplyDeps,
  actor: Actor,
  ids: readonly string[],
  bulk: BulkChange,
  now: number,
  condition: RawBuilder<boolean> = sql`1 = 1`,
): Promise<ChangedInBulk> {
  const candidates = await trx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'status'])
    .where('id', 'in', ids)
    .where(condition)
    .execute();
  const wanted = bulk.action === 'status' ? bulk.value : undefined;
  const users = candidates.filter((user) => mayChangeInBulk(actor, user, wanted));
  if (users.length === 0) return { count: 0, signedOut: [] };
  const signedOut = await apply(trx, deps, users, changeOf(bulk), actor, now, true);
  return { count: users.length, signedOut };
}

const AT_ONCE = 250;

/** All or none, in one transaction; in between others get their turn of the event loop. Answers how many it were. */
export async function bulkAction(
  deps: ChangeDeps,
  actor: Actor,
  { userIds, ...bulk }: BulkActionInput,
): Promise<number> {
  const { db, clock, sessions, outbox } = deps;
  if (bulk.action === 'role') assertMayGive(actor, bulk.value);
  const ids = [...new Set(userIds)];
  let count = 0;
  const signedOut: string[] = [];
  await inTurn(db, async (trx) => {
    const now = clock.now();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const changed = await changeInBulk(trx, deps, actor, ids.slice(at, at + AT_ONCE), bulk, now);
      if (changed.count === 0) continue;
      count += changed.count;
      signedOut.push(...changed.signedOut);
      await nextTurn();
    }
  });
  sessions.usersChanged(signedOut);
  outbox.wake();
  return count;
}

function changeOf(bulk: BulkChange): AccountChange {
  if (bulk.action === 'status') return { change: 'status', status: bulk.value };
  return bulk.action === 'role' ? { change: 'role', role: bulk.value } : { change: 'deleted' };
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
    assertMayManage(actor, user);
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
    assertMayManage(actor, user);
    const { count } = await sessions.endAllOf(trx, [userId], askingSessionId);
    await recordChanges(trx, [user], { change: 'sessions ended' }, actor, clock.now());
    return count;
  });
  sessions.usersChanged([userId]);
  return ended;
}
