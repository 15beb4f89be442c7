import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type Change, COMMAND_LINE_ID } from '../../../contract/log/activity.rules.ts';
import type { BulkChange } from '../../../contract/users/bulk.rules.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { BulkActionInput } from '../../../contract/users/users.ts';
import type { Core } from '../../core.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { type NoticeDeps, notifyOwnersOfStaffAct } from '../../delivery/notices/notices.ts';
import { adminsAmong, beginTerms, endTerms } from '../../sessions/admin-history.ts';
import { assertProven, type Caller, type Transact } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { forgetAllFailures } from '../auth/delays.ts';
import { deleteFactors } from '../auth/second-factor/factors.ts';
import { recordActivities } from '../log/activity/activity.ts';
import { keepNames } from '../log/activity/former-users.ts';
import { heldAmong } from '../people/holds.ts';
import { heldForStaff } from '../people/policy.ts';
import {
  assertMayGive,
  assertMayManage,
  becomesStaff,
  endsKeys,
  mayChange,
  mayChangeInBulk,
  ownAccount,
} from './policy.ts';
import { findUser, lockUser, ownerOfSession, updatedByStaff } from './queries.ts';
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
type UserChange = WithoutUser<Exclude<Change, { change: 'redirect' | 'redirect removed' }>>;

/** Serialises changes by staff, so that an active admin always remains. */
export const inTurn = <T>(
  { transact }: Pick<Core, 'transact'>,
  by: Parameters<Transact>[0],
  work: (trx: Trx) => Promise<T>,
): Promise<T> => transact(by, work, 'users');

/** Serialised, on one account that the actor may manage. */
export const onAccount = <T>(
  deps: ChangeDeps,
  actor: Caller,
  userId: string,
  work: (trx: Trx, user: UserRow, now: number) => Promise<T>,
): Promise<T> =>
  inTurn(deps, actor, async (trx) => {
    const user = await lockUser(trx, userId);
    assertMayManage(actor, user);
    return work(trx, user, deps.clock.now());
  });

type Named = Pick<UserRow, 'id' | 'username'>;
type Standing = Pick<UserRow, 'role' | 'status'>;
type Changing = Named & Standing & Pick<UserRow, 'email' | 'language' | 'signed_in_language'>;

function entryOf(change: BulkChange, { role, status }: Standing): UserChange {
  if (change.action === 'delete') return { change: 'deleted' };
  if (change.action === 'status')
    return { change: 'status', status: change.value, changed: { status: { from: status, to: change.value } } };
  return { change: 'role', role: change.value, changed: { role: { from: role, to: change.value } } };
}

/** After these changes, someone else could use the account. */
const OPENING: readonly UserChange['change'][] = [
  'created',
  'role',
  'password reset',
  'second factor reset',
  'temporary password shown',
];

function opens(change: UserChange): boolean {
  if (change.change === 'status') return change.status !== 'suspended';
  // A temporary password may go to the new address.
  if (change.change === 'edited') return change.changed.email !== undefined;
  return OPENING.includes(change.change);
}

export async function recordChanges<User extends Named>(
  trx: Trx,
  users: readonly User[],
  change: UserChange | ((user: User) => UserChange),
  actor: Actor,
  at: number,
): Promise<void> {
  const entries = users.map((user) => {
    const details = typeof change === 'function' ? change(user) : change;
    return {
      ...actor,
      action: 'profile_update',
      details: { ...details, user: user.id, username: user.username },
      at,
    } as const;
  });
  await recordActivities(trx, entries);
  const opened = entries.filter(({ details }) => opens(details)).map(({ details }) => details.user);
  await beginTerms(trx, opened, actor.userId, at);
}

/** Call before deleting accounts: that deletes their keys too. */
export async function endKeys(
  trx: Trx,
  { sessions }: Pick<Core, 'sessions'>,
  makers: readonly Named[],
  actor: Actor,
  at: number,
): Promise<void> {
  if (makers.length === 0) return;
  const ended = await sessions.endKeysOf(
    trx,
    makers.map(({ id }) => id),
  );
  for (const { user_id, name } of ended) {
    const maker = makers.filter(({ id }) => id === user_id);
    await recordChanges(trx, maker, { change: 'api key ended', key: name }, actor, at);
  }
}

type ApplyDeps = NoticeDeps & Pick<Core, 'sessions'>;

/** Returns temporary passwords of users who became staff. */
async function apply(
  trx: Trx,
  deps: ApplyDeps,
  users: readonly Changing[],
  change: BulkChange,
  actor: Actor,
  now: number,
  inBulk: boolean,
): Promise<ReadonlyMap<string, string>> {
  const ids = users.map(({ id }) => id);
  const admins = await adminsAmong(trx, ids);
  let passwords: ReadonlyMap<string, string> = new Map();
  // Only users get here, so all become staff or none.
  const becomeStaff = change.action === 'role' && users.some(({ role }) => becomesStaff(role, change.value));
  const keysEnd = users.filter((user) => endsKeys(change, user));
  await endKeys(trx, deps, keysEnd, actor, now);
  if (becomeStaff) passwords = await replaceCredentials(trx, deps, ids, now, change.value);
  else {
    if (change.action === 'delete') {
      await keepNames(trx, ids, now);
      // Lock against sign-ins meanwhile. End the sessions here, because the cascade would not notify the other processes.
      if (isPostgres(trx)) await trx.selectFrom('users').select('id').where('id', 'in', ids).forUpdate().execute();
      await deps.sessions.endAllOf(trx, ids);
      await trx.deleteFrom('users').where('id', 'in', ids).execute();
    } else {
      const values = { [change.action]: change.value, ...updatedByStaff(now) };
      await trx.updateTable('users').set(values).where('id', 'in', ids).execute();
      await deps.sessions.endAllOf(trx, ids);
    }
  }
  const left = new Set(await adminsAmong(trx, admins));
  const demoted = admins.filter((id) => !left.has(id));
  await endTerms(trx, demoted, now);
  await recordChanges(trx, users, (user) => entryOf(change, user), actor, now);
  if (change.action === 'role')
    await notifyOwnersOfStaffAct(trx, deps, users, becomeStaff ? 'became staff' : 'role changed', actor, inBulk);
  return passwords;
}

interface ChangedUser {
  readonly user: UserRow;
  readonly temporaryPassword?: string | undefined;
}

export async function changeUser(
  deps: ChangeDeps,
  actor: Caller,
  userId: string,
  change: BulkChange,
): Promise<ChangedUser> {
  if (!mayChange(actor, userId)) throw ownAccount();
  if (change.action === 'role') assertMayGive(actor, change.value);
  return onAccount(deps, actor, userId, async (trx, user, now) => {
    if (isStaff(user.role)) assertProven(actor, now);
    if (change.action !== 'delete' && user[change.action] === change.value) return { user };
    const hold = change.action === 'delete' && (await heldAmong(trx, deps, [user])).get(userId);
    if (hold) throw heldForStaff(hold);
    const passwords = await apply(trx, deps, [user], change, actor, now, false);
    deps.sessions.usersChanged(trx, [userId]);
    return {
      user: change.action === 'delete' ? user : await findUser(trx, userId),
      temporaryPassword: passwords.get(userId),
    };
  });
}

/** Call inside `inTurn`. Skips users whom bulk jobs may not change. */
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
    .select(['id', 'username', 'email', 'language', 'signed_in_language', 'role', 'status'])
    .where('id', 'in', ids)
    .where(condition)
    .execute();
  const wanted = bulk.action === 'status' ? bulk.value : undefined;
  const held = bulk.action === 'delete' ? await heldAmong(trx, deps, candidates) : new Map();
  const users = candidates.filter((user) => !held.has(user.id) && mayChangeInBulk(actor, user, wanted));
  if (users.length > 0) await apply(trx, deps, users, bulk, actor, now, true);
  return users.length;
}

const AT_ONCE = 250;

/** All or none. */
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

export async function endSession(deps: ChangeDeps, actor: Caller, userId: string, sessionId: string): Promise<void> {
  const { clock, sessions } = deps;
  await inTurn(deps, actor, async (trx) => {
    const user = await ownerOfSession(trx, userId, sessionId);
    assertMayManage(actor, user);
    await sessions.endOther(trx, sessionId, userId);
    await recordChanges(trx, [user], { change: 'session ended' }, actor, clock.now());
  });
}

/** Keeps the session that asks. */
export const endSessions = (deps: ChangeDeps, actor: Caller, userId: string, askingSessionId: string) =>
  onAccount(deps, actor, userId, async (trx, user, now) => {
    const { count } = await deps.sessions.endAllOf(trx, [userId], askingSessionId);
    await recordChanges(trx, [user], { change: 'sessions ended' }, actor, now);
    return count;
  });

/** Leaves the password as the only factor. True if one was removed. */
export async function removeAllFactors(deps: ChangeDeps, actor: Caller, userId: string): Promise<boolean> {
  if (!mayChange(actor, userId)) throw ownAccount();
  return onAccount(deps, actor, userId, async (trx, user, now) => {
    if (user.second_factor === 0) return false;
    await trx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute();
    await deleteFactors(trx, [userId]);
    await forgetAllFailures(trx, deps.keys, user.username_key);
    await deps.sessions.endAllOf(trx, [userId]);
    await recordChanges(trx, [user], { change: 'second factor reset' }, actor, now);
    await notifyOwnersOfStaffAct(trx, deps, [user], 'second factor reset', actor);
    return true;
  });
}
