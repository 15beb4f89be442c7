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
import { type NoticeDeps, tellOwnersOfStaffAct } from '../notices/notices.ts';
import { assertMayGive, assertMayManage, becomesStaff, mayChange, mayChangeInBulk, ownAccount } from './policy.ts';
import { findUser, ownerOfSession } from './queries.ts';
import { startAnew } from './start-anew.ts';

export interface ChangeDeps extends NoticeDeps, Pick<Core, 'transact' | 'sessions'> {}

/** Somebody at the terminal of the server, who has no account to be named by. */
export const COMMAND_LINE: Caller = {
  authority: 'command line',
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
 * Changes of accounts by staff run one after the other, on all processes, so that the second sees what the first has done.
 * An active admin is always left: admins are changed only by other admins, who are active until the commit.
 */
export const inTurn = <T>(
  { transact }: Pick<Core, 'transact'>,
  by: Parameters<Transact>[0],
  work: (trx: Trx) => Promise<T>,
): Promise<T> => transact(by, work, 'users');

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

/** Sessions end with it: what they may do has changed. Answers the passwords of those who became staff. */
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
  // In bulk only users are changed: all of them become staff, or none does.
  const becomeStaff =
    accountChange.change === 'role' && users.some(({ role }) => becomesStaff(role, accountChange.role));
  const passwords = becomeStaff
    ? await startAnew(trx, deps, ids, now, valuesOf(accountChange))
    : await write(trx, deps, ids, accountChange, now);
  const left = await adminsAmong(trx, admins);
  await endTerms(
    trx,
    admins.filter((id) => !left.includes(id)),
    now,
  );
  await recordChanges(trx, users, accountChange, actor, now);
  if (accountChange.change === 'role')
    await tellOwnersOfStaffAct(trx, deps, users, becomeStaff ? 'became staff' : 'role changed', { actor, inBulk });
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
  /** As they are now; one who was deleted, as they were. */
  readonly user: UserRow;
  /** Of a user who became staff. */
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

/**
 * Changes those of these users whom a bulk action may change and for whom the condition holds. In a transaction of `inTurn`:
 * any other change of theirs waits for it. Answers how many it were.
 */
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

/** All or none, in one transaction; in between others get their turn of the event loop. Answers how many it were. */
export async function bulkAction(
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

/** Signs a user out in one place. */
export async function endSession(deps: ChangeDeps, actor: Caller, userId: string, sessionId: string): Promise<void> {
  const { clock, sessions } = deps;
  await inTurn(deps, actor, async (trx) => {
    const user = await ownerOfSession(trx, userId, sessionId);
    assertMayManage(actor, user);
    await sessions.end(trx, sessionId);
    await recordChanges(trx, [user], { change: 'session ended' }, actor, clock.now());
  });
}

/** Signs a user out everywhere, except in the session that asks for it. Answers how many sessions it were. */
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
