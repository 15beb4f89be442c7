import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type Change, COMMAND_LINE_ID } from '../../../contract/log/activity.rules.ts';
import type { BulkChange } from '../../../contract/users/bulk.rules.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { BulkActionInput } from '../../../contract/users/users.ts';
import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { adminsAmong, beginTerms, endTerms } from '../../sessions/admin-history.ts';
import { assertProven, type Caller, type Transact } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivities } from '../log/activity/activity.ts';
import { keepNames } from '../log/activity/former-users.ts';
import { type NoticeDeps, notifyOwnersOfStaffAct } from '../notices/notices.ts';
import { assertMayGive, assertMayManage, becomesStaff, mayChange, mayChangeInBulk, ownAccount } from './policy.ts';
import { findUser, ownerOfSession } from './queries.ts';
import { replaceCredentials } from './replace-credentials.ts';

export interface ChangeDeps extends NoticeDeps, Pick<Core, 'transact' | 'sessions'> {}

export const COMMAND_LINE: Caller = {
  authority: 'command line',
  userId: COMMAND_LINE_ID,
  staff: 'command line',
  role: 'admin',
  visitor: { ipAddress: 'command line', location: 'This server', device: 'Command line', userAgent: '' },
};

type WithoutUser<Each> = Each extends { user: string } ? Omit<Each, 'user' | 'username'> : never;
/** The details of an entry about an account, without its id and name. */
type UserChange = WithoutUser<Exclude<Change, { change: 'redirect' | 'redirect removed' }>>;
type AccountChange = Extract<UserChange, { change: 'status' | 'role' | 'deleted' }>;

/**
 * Serialises account changes by staff on all processes. An active admin always remains: only another active admin can
 * change one.
 */
export const inTurn = <T>(
  { transact }: Pick<Core, 'transact'>,
  by: Parameters<Transact>[0],
  work: (trx: Trx) => Promise<T>,
): Promise<T> => transact(by, work, 'users');

type Named = Pick<UserRow, 'id' | 'username'>;
type Standing = Pick<UserRow, 'role' | 'status'>;
type Changing = Named & Standing & Pick<UserRow, 'email'>;

function withBefore(change: UserChange, user: Named & Partial<Standing>): UserChange {
  if (change.change === 'status' && user.status !== undefined)
    return { ...change, changed: { status: { from: user.status, to: change.status } } };
  if (change.change === 'role' && user.role !== undefined)
    return { ...change, changed: { role: { from: user.role, to: change.role } } };
  return change;
}

/** Changes after which another person than the owner may use the account. */
const OPENING: readonly UserChange['change'][] = [
  'created',
  'role',
  'password reset',
  'second factor reset',
  'temporary password shown',
];

function opens(change: UserChange): boolean {
  if (change.change === 'status') return change.status !== 'suspended';
  // A later temporary password may go to the new email address.
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

/** Ends the sessions. Answers temporary passwords of users who became staff. */
async function apply(
  trx: Trx,
  deps: ApplyDeps,
  users: readonly Changing[],
  accountChange: AccountChange,
  actor: Actor,
  now: number,
  inBulk: boolean,
): Promise<ReadonlyMap<string, string>> {
  const ids = users.map(({ id }) => id);
  const admins = await adminsAmong(trx, ids);
  // Bulk actions change users only, so all become staff or none.
  const becomeStaff =
    accountChange.change === 'role' && users.some(({ role }) => becomesStaff(role, accountChange.role));
  const passwords = becomeStaff
    ? await replaceCredentials(trx, deps, ids, now, valuesOf(accountChange))
    : await write(trx, deps, ids, accountChange, now);
  const left = await adminsAmong(trx, admins);
  await endTerms(
    trx,
    admins.filter((id) => !left.includes(id)),
    now,
  );
  await recordChanges(trx, users, accountChange, actor, now);
  if (accountChange.change === 'role')
    await notifyOwnersOfStaffAct(trx, deps, users, becomeStaff ? 'became staff' : 'role changed', { actor, inBulk });
  return passwords;
}

const valuesOf = ({ change: _, ...values }: AccountChange) => values;

const NO_PASSWORDS: ReadonlyMap<string, string> = new Map();

async function write(
  trx: Trx,
  { sessions }: ApplyDeps,
  ids: readonly string[],
  accountChange: AccountChange,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (accountChange.change === 'deleted') {
    await keepNames(trx, ids, now);
    await trx.deleteFrom('users').where('id', 'in', ids).execute();
  } else
    await trx
      .updateTable('users')
      .set({ ...valuesOf(accountChange), updated_at: now })
      .where('id', 'in', ids)
      .execute();
  await sessions.endAllOf(trx, ids);
  return NO_PASSWORDS;
}

const isSoAlready = (user: UserRow, wanted: AccountChange) =>
  (wanted.change === 'status' && user.status === wanted.status) ||
  (wanted.change === 'role' && user.role === wanted.role);

interface ChangedUser {
  readonly user: UserRow;
  readonly temporaryPassword: string | undefined;
}

export async function changeUser(
  deps: ChangeDeps,
  actor: Caller,
  userId: string,
  change: AccountChange,
): Promise<ChangedUser> {
  const { clock, sessions } = deps;
  if (!mayChange(actor, userId)) throw ownAccount();
  if (change.change === 'role') assertMayGive(actor, change.role);
  return inTurn(deps, actor, async (trx) => {
    const user = await findUser(trx, userId);
    assertMayManage(actor, user);
    if (isStaff(user.role)) assertProven(actor, clock.now());
    if (isSoAlready(user, change)) return { user, temporaryPassword: undefined };
    const passwords = await apply(trx, deps, [user], change, actor, clock.now(), false);
    sessions.usersChanged(trx, [userId]);
    return {
      user: change.change === 'deleted' ? user : await findUser(trx, userId),
      temporaryPassword: passwords.get(userId),
    };
  });
}

/** Call it inside `inTurn`. Skips users whom a bulk action may not change. Answers the number changed. */
export async function changeInBulk(
  trx: Trx,
  deps: ApplyDeps,
  actor: Actor,
  ids: readonly string[],
  bulk: BulkChange,
  now: number,
  condition: RawBuilder<boolean> = sql`1 = 1`,
): Promise<number> {
  const candidates = await trx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'status'])
    .where('id', 'in', ids)
    .where(condition)
    .execute();
  const wanted = bulk.action === 'status' ? bulk.value : undefined;
  const users = candidates.filter((user) => mayChangeInBulk(actor, user, wanted));
  if (users.length > 0) await apply(trx, deps, users, changeOf(bulk), actor, now, true);
  return users.length;
}

const AT_ONCE = 250;

/** All or none. Yields to the event loop between batches. Answers the number changed. */
export async function changeSelectedUsers(
  deps: ChangeDeps,
  actor: Caller,
  { userIds, ...bulk }: BulkActionInput,
): Promise<number> {
  const { clock } = deps;
  if (bulk.action === 'role') assertMayGive(actor, bulk.value);
  const ids = [...new Set(userIds)];
  return inTurn(deps, actor, async (trx) => {
    const now = clock.now();
    let count = 0;
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const changed = await changeInBulk(trx, deps, actor, ids.slice(at, at + AT_ONCE), bulk, now);
      if (changed === 0) continue;
      count += changed;
      await nextTurn();
    }
    return count;
  });
}

function changeOf(bulk: BulkChange): AccountChange {
  if (bulk.action === 'status') return { change: 'status', status: bulk.value };
  return bulk.action === 'role' ? { change: 'role', role: bulk.value } : { change: 'deleted' };
}

export async function endSession(deps: ChangeDeps, actor: Caller, userId: string, sessionId: string): Promise<void> {
  const { clock, sessions } = deps;
  await inTurn(deps, actor, async (trx) => {
    const user = await ownerOfSession(trx, userId, sessionId);
    assertMayManage(actor, user);
    await sessions.end(trx, sessionId);
    await recordChanges(trx, [user], { change: 'session ended' }, actor, clock.now());
  });
}

/** Spares the session that asks. Answers the number ended. */
export async function endSessions(
  deps: ChangeDeps,
  actor: Caller,
  userId: string,
  askingSessionId: string,
): Promise<number> {
  const { clock, sessions } = deps;
  return inTurn(deps, actor, async (trx) => {
    const user = await findUser(trx, userId);
    assertMayManage(actor, user);
    const { count } = await sessions.endAllOf(trx, [userId], askingSessionId);
    await recordChanges(trx, [user], { change: 'sessions ended' }, actor, clock.now());
    return count;
  });
}
