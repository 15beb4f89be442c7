import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import { shownReason } from '../../../contract/redirects/reason.rules.ts';
import { RE_LOGIN_PATH, TERMS_PATH } from '../../../contract/redirects/redirects.rules.ts';
import type { checkUserRedirect } from '../../../contract/redirects/redirects.ts';
import { isStaff, may, mayManage } from '../../../contract/users/roles.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { evictOldest } from '../../bounded-cache.ts';
import { isAhead } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import type { RedirectRow, Trx, UserRow } from '../../db/tables.ts';
import { badInput, HttpError, notAllowed } from '../../errors.ts';
import { Replica } from '../../live/replica.ts';
import type { Session } from '../../sessions/sessions.ts';
import { assertProven, type Caller } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { whenKnown } from '../../when-known.ts';
import { recordActivities, recordActivity } from '../log/activity/activity.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { staffOnlyByAdmins } from '../users/policy.ts';
import { findUser } from '../users/queries.ts';
import { mayRedirectUserTo } from './policy.ts';
import { markDelivered, redirectsOf, replaceForUsers, takeOut, takeOutForUser } from './queries.ts';

interface RedirectsDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log'> {
  readonly settings: Pick<SettingsStore, 'current'>;
}

interface NewRedirect {
  readonly destination: string;
  readonly reason?: string | null;
  readonly persistent?: boolean;
}

type NamedUser = Pick<UserRow, 'id' | 'username' | 'role'>;
type UserRedirect = Readonly<z.output<typeof checkUserRedirect.answer>>;

const NO_REDIRECT: UserRedirect = { redirect: null, isPersistent: false, reason: null };
const USERS_AT_ONCE = 100;
const RECORDED_MAX = 10_000;

const noTerms = () =>
  badInput('There are no terms to accept yet, so this redirect would never end. Add the terms in Settings first.');
const redirectGone = () => new HttpError('redirect_gone', 'This redirect has already been delivered or removed.');

function assertMayRedirect({ role }: Actor, user: { readonly role: Role }): void {
  if (mayManage(role, user.role)) return;
  throw may(role, 'change-users') ? staffOnlyByAdmins() : notAllowed();
}

/** Redirected to sign in again, users who have done so must not be asked for ever. */
const isDone = (row: RedirectRow, { startedAt }: Session, now: number) =>
  // If the clock was set back, older sessions have ended.
  row.destination_path === RE_LOGIN_PATH && (startedAt >= row.created_at || isAhead(row.created_at, now));

/** Prefix that tells users from guests, also in the keys of sockets. */
const USER = 'user:';
const keyOf = (userId: string) => `${USER}${userId}`;

export type Redirects = ReturnType<typeof createRedirects>;

/** Redirects of users; those of guests are messages. In memory, because every open page polls. */
export function createRedirects({ db, transact, clock, bus, log, settings }: RedirectsDeps) {
  /** Per user: the newest of each kind, oldest first. */
  const known = new Map<string, RedirectRow[]>();
  /** Persistent redirects already logged for a session, whose pages poll. */
  const recorded = new Set<string>();

  const remember = (rows: readonly RedirectRow[]) => {
    for (const row of rows) {
      const others = (known.get(row.user_id) ?? []).filter((other) => other.is_persistent !== row.is_persistent);
      known.set(row.user_id, [...others, row]);
    }
  };
  const load = async () => {
    const rows = await redirectsOf(db);
    known.clear();
    remember(rows);
  };
  const reload = async (userId: string) => {
    const rows = await redirectsOf(db, userId);
    known.delete(userId);
    remember(rows);
  };
  const replica = new Replica({
    bus,
    log,
    what: 'redirects',
    topic: 'redirect-changed',
    load,
    reload: (key) => reload(key.slice(USER.length)),
  });

  const current = (userId: string): readonly RedirectRow[] | Promise<readonly RedirectRow[]> => {
    const rows = () => known.get(userId) ?? [];
    return replica.trusted ? rows() : reload(userId).then(rows);
  };

  const record = (trx: Trx, { destination_path: page, reason, sent_by }: RedirectRow, actor: Actor) => {
    const why = { ...(sent_by !== null && { by: sent_by }), ...(reason !== null && { reason }) };
    const details = { kind: 'redirect', state: 'delivered', ...why } as const;
    return recordActivity(trx, { ...actor, action: 'redirect', page, details, at: clock.now() });
  };

  const consume = (row: RedirectRow, actor: Caller): Promise<boolean> =>
    transact(actor, async (trx) => {
      const isOurs = (await takeOut(trx, row.id)) !== undefined;
      replica.changedOften(trx, keyOf(row.user_id));
      if (isOurs && mayRedirectUserTo(row.destination_path)) await record(trx, row, actor);
      return isOurs;
    });

  const recordOnce = async (row: RedirectRow, session: Session, caller: () => Caller): Promise<void> => {
    const key = `${row.id} ${session.id}`;
    if (recorded.has(key)) return;
    const actor = caller();
    await transact(actor, async (trx) => {
      if (await markDelivered(trx, row.id, session.startedAt, clock.now())) await record(trx, row, actor);
    });
    evictOldest(recorded, RECORDED_MAX);
    recorded.add(key);
  };

  const deliver = async (
    session: Session,
    actor: () => Caller,
    rows: readonly RedirectRow[],
  ): Promise<UserRedirect> => {
    const once = rows.find((row) => row.is_persistent === 0);
    if (once !== undefined && (await consume(once, actor())) && mayRedirectUserTo(once.destination_path))
      return { redirect: once.destination_path, isPersistent: false, reason: shownReason(once.reason) };
    const always = rows.find((row) => row.is_persistent === 1);
    if (always === undefined || !mayRedirectUserTo(always.destination_path)) return NO_REDIRECT;
    if (isDone(always, session, clock.now())) return NO_REDIRECT;
    await recordOnce(always, session, actor);
    return { redirect: always.destination_path, isPersistent: true, reason: shownReason(always.reason) };
  };

  /** All or none. */
  const redirectUsers = async (
    find: (trx: Trx) => Promise<readonly NamedUser[]>,
    { destination, reason = null, persistent = false }: NewRedirect,
    actor: Caller,
  ): Promise<RedirectRow[]> => {
    if (!mayRedirectUserTo(destination)) throw badInput('Users can only be redirected to pages of this portal');
    if (destination === TERMS_PATH && persistent && settings.current.termsText.trim() === '') throw noTerms();
    return transact(actor, async (trx) => {
      const rows: RedirectRow[] = [];
      const users = await find(trx);
      for (const user of users) assertMayRedirect(actor, user);
      for (let from = 0; from < users.length; from += USERS_AT_ONCE) {
        const at = clock.now();
        const some = users.slice(from, from + USERS_AT_ONCE);
        const made = some.map(
          ({ id }): RedirectRow => ({
            id: newId(at),
            user_id: id,
            destination_path: destination,
            reason,
            is_persistent: persistent ? 1 : 0,
            created_at: at,
            sent_by: actor.staff ?? actor.userId,
            delivered_at: null,
          }),
        );
        await replaceForUsers(trx, made);
        const entries = some.map(({ id, username }) => {
          const details = { change: 'redirect', user: id, username, ...(reason && { reason }) } as const;
          return { ...actor, action: 'admin_redirect', page: destination, details, at } as const;
        });
        await recordActivities(trx, entries);
        rows.push(...made);
        await nextTurn();
      }
      await replica.changed(trx, ...rows.map(({ user_id }) => keyOf(user_id)));
      return rows;
    });
  };

  return {
    load,
    caughtUp: () => replica.caughtUp(),
    redirectUsers,

    takeForUser: (session: Session, actor: () => Caller): UserRedirect | Promise<UserRedirect> =>
      whenKnown(current(session.user.id), (rows) => (rows.length === 0 ? NO_REDIRECT : deliver(session, actor, rows))),

    /** True if every session of this user is sent there. */
    async asks(userId: string, destination: string): Promise<boolean> {
      const rows = await current(userId);
      return rows.some((row) => row.is_persistent === 1 && row.destination_path === destination);
    },

    /** Ends redirects that the user has done. True if one was persistent. */
    async fulfil(trx: Trx, destination: string, actor: Actor, at: number): Promise<boolean> {
      const { rows: gone } = await takeOutForUser(trx, { userId: actor.userId, destination });
      const entries = gone.map(({ reason }) => {
        const details = { change: 'redirect done', ...(reason && { reason }) } as const;
        return { ...actor, action: 'admin_redirect', page: destination, details, at } as const;
      });
      await recordActivities(trx, entries);
      if (gone.length > 0) await replica.changed(trx, keyOf(actor.userId));
      return gone.some((row) => row.is_persistent === 1);
    },

    /** A redirect can sign staff out or block their pages, so it needs a step-up. */
    async redirectUser(userId: string, redirect: NewRedirect, actor: Caller): Promise<RedirectRow> {
      const find = async (trx: Trx) => {
        const user = await findUser(trx, userId);
        assertMayRedirect(actor, user);
        if (isStaff(user.role)) assertProven(actor, clock.now());
        return [user];
      };
      const [row] = await redirectUsers(find, redirect, actor);
      return row as RedirectRow;
    },

    remove: (id: string, actor: Caller): Promise<void> =>
      transact(actor, async (trx) => {
        const row = await takeOut(trx, id);
        if (row === undefined) throw redirectGone();
        const user = await findUser(trx, row.user_id);
        assertMayRedirect(actor, user);
        const details = { change: 'redirect removed', user: user.id, username: user.username } as const;
        const page = row.destination_path;
        await recordActivity(trx, { ...actor, action: 'admin_redirect', details, page, at: clock.now() });
        await replica.changed(trx, keyOf(row.user_id));
      }),
  };
}
