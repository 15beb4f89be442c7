import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change } from '../../../contract/activity.rules.ts';
import { RE_LOGIN_PATH } from '../../../contract/redirects.rules.ts';
import { isAhead } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import { takeFromLimits } from '../../db/limit-counts.ts';
import type { RedirectRow, Trx, UserRow } from '../../db/tables.ts';
import { badInput, HttpError } from '../../errors.ts';
import { EVERYBODY, idsToTell } from '../../live/bus.ts';
import { Replica } from '../../live/replica.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivities, recordActivity } from '../activity/activity.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { userNotFound } from '../users/policy.ts';
import { mayRedirectGuestTo, mayRedirectUserTo } from './policy.ts';
import {
  allRedirects,
  deleteOldGuestRedirects,
  deleteRedirect,
  redirectsOf,
  replaceForGuest,
  replaceForUsers,
  type Target,
  takeOut,
} from './queries.ts';

const COOLDOWN = { most: 1, seconds: 10 };
const cooldown = (seconds: number) =>
  new HttpError('redirect_cooldown', 'Please wait before redirecting this guest again', seconds);

interface RedirectsDeps extends Pick<Core, 'db' | 'clock' | 'bus' | 'log'> {
  readonly settings: SettingsStore;
}

interface NewRedirect<Destination = string> {
  readonly destination: Destination;
  readonly reason?: string | null;
  readonly persistent?: boolean;
}

type NamedUser = Pick<UserRow, 'id' | 'username'>;

interface GuestRedirect {
  readonly redirect: string | null;
  /** What is shown to a guest who leaves for the exit address. */
  readonly message: string | null;
}

interface UserRedirect {
  readonly redirect: string | null;
}

const NO_GUEST_REDIRECT: GuestRedirect = { redirect: null, message: null };
const NO_USER_REDIRECT: UserRedirect = { redirect: null };
const USERS_AT_ONCE = 100;
const IDS_TOLD_MAX = 20;

/** A user who has signed in since has done what was asked; sent to sign in again they could never come in. */
const isDone = (row: RedirectRow, { startedAt }: Session, now: number) =>
  // Sessions from before the clock was set back have ended, so this one has begun since.
  row.destination_path === RE_LOGIN_PATH && (startedAt >= row.created_at || isAhead(row.created_at, now));

/** How a target is named in memory and on the bus. */
const keyOf = (target: Target) => ('userId' in target ? `user:${target.userId}` : `guest:${target.guestIp}`);
const targetOf = (key: string): Target =>
  key.startsWith('user:') ? { userId: key.slice(5) } : { guestIp: key.slice(6) };
const keyOfRow = ({ user_id, guest_ip }: RedirectRow) =>
  keyOf(user_id === null ? { guestIp: guest_ip as string } : { userId: user_id });

/**
 * Where the support team sends guests and signed-in users. The rows are the truth; they are also in memory, because every
 * open page asks every few seconds and almost always there is nothing.
 */
export class Redirects {
  readonly #deps: RedirectsDeps;
  /** For each target the newest one-time redirect and the newest persistent one, oldest first. */
  readonly #rows = new Map<string, RedirectRow[]>();
  readonly #replica: Replica;

  constructor(deps: RedirectsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({ bus: deps.bus, log: deps.log, what: 'redirects', load: () => this.load() });
    deps.bus.subscribe('redirect-changed', (key) =>
      this.#replica.read(() => (key === EVERYBODY ? this.load() : this.#reload(key))),
    );
  }

  async load(): Promise<void> {
    const rows = await allRedirects(this.#deps.db);
    this.#rows.clear();
    for (const row of rows) this.#remember(row);
  }

  /** Where a guest has not been led yet. Asks no database. */
  waitingFor(guestIp: string): string | null {
    return this.#rows.get(keyOf({ guestIp }))?.at(-1)?.destination_path ?? null;
  }

  /** For a guest's page. Asks the database only when there is something, or while what is in memory cannot be trusted. */
  takeForGuest(guestIp: string): GuestRedirect | Promise<GuestRedirect> {
    const rows = this.#current(keyOf({ guestIp }));
    if (rows instanceof Promise) return rows.then((read) => this.#deliverToGuest(read));
    return rows.length === 0 ? NO_GUEST_REDIRECT : this.#deliverToGuest(rows);
  }

  async #deliverToGuest(rows: readonly RedirectRow[]): Promise<GuestRedirect> {
    const row = rows.at(-1);
    if (row === undefined) return NO_GUEST_REDIRECT;
    if (row.is_persistent === 0 && !(await this.#consume(row))) return NO_GUEST_REDIRECT;
    const settings = await this.#deps.settings.fresh();
    // The exit address may have been changed since; nobody is sent to the old one.
    if (!mayRedirectGuestTo(row.destination_path, settings)) return NO_GUEST_REDIRECT;
    const leaves = row.destination_path === settings.exitUrl;
    return { redirect: row.destination_path, message: leaves ? settings.exitMessage : null };
  }

  /** For a page of a signed-in user: the one-time redirect first, then the persistent one. */
  takeForUser(session: Session): UserRedirect | Promise<UserRedirect> {
    const rows = this.#current(keyOf({ userId: session.user.id }));
    if (rows instanceof Promise) return rows.then((read) => this.#deliverToUser(session, read));
    return rows.length === 0 ? NO_USER_REDIRECT : this.#deliverToUser(session, rows);
  }

  async #deliverToUser(session: Session, rows: readonly RedirectRow[]): Promise<UserRedirect> {
    const once = rows.find((row) => row.is_persistent === 0);
    if (once !== undefined && (await this.#consume(once)) && mayRedirectUserTo(once.destination_path))
      return { redirect: once.destination_path };
    const always = rows.find((row) => row.is_persistent === 1);
    if (always === undefined || !mayRedirectUserTo(always.destination_path)) return NO_USER_REDIRECT;
    return isDone(always, session, this.#deps.clock.now()) ? NO_USER_REDIRECT : { redirect: always.destination_path };
  }

  /** To a page of the flow or to the exit address; null stands for the exit address, whatever it is now. */
  async redirectGuest(
    guestIp: string,
    { destination: wanted, reason = null, persistent = false }: NewRedirect<string | null>,
    actor: Actor,
  ): Promise<RedirectRow> {
    const { clock } = this.#deps;
    const settings = await this.#deps.settings.fresh();
    const destination = wanted ?? settings.exitUrl;
    if (!mayRedirectGuestTo(destination, settings))
      throw badInput('Guests can only be moved to pages of the verification');
    const at = clock.now();
    const row: RedirectRow = {
      id: newId(at),
      user_id: null,
      guest_ip: guestIp,
      destination_path: destination,
      reason,
      is_persistent: persistent ? 1 : 0,
      created_at: at,
    };
    return this.#change(async (trx) => {
      const seconds = await takeFromLimits(trx, [{ key: `redirect:${guestIp}`, ...COOLDOWN }], at);
      if (seconds > 0) throw cooldown(seconds);
      await replaceForGuest(trx, row);
      const about = { guest: guestIp, ...(reason && { reason }) };
      const details: Change =
        destination === settings.exitUrl ? { change: 'exit', ...about } : { change: 'redirect', ...about };
      await recordActivity(trx, { ...actor, action: 'admin_redirect', page: destination, details, at });
      return { changed: [row], result: row };
    });
  }

  async redirectUser(userId: string, redirect: NewRedirect, actor: Actor): Promise<RedirectRow> {
    const named = (trx: Trx) => trx.selectFrom('users').select(['id', 'username']).where('id', '=', userId).execute();
    const [row] = await this.redirectUsers(named, redirect, actor);
    if (row === undefined) throw userNotFound();
    return row;
  }

  /** One for each of these users, all or none. */
  async redirectUsers(
    find: (trx: Trx) => Promise<readonly NamedUser[]>,
    redirect: NewRedirect,
    actor: Actor,
  ): Promise<RedirectRow[]> {
    if (!mayRedirectUserTo(redirect.destination)) throw badInput('Users can only be sent to pages of this portal');
    return this.#change(async (trx) => {
      const users = await find(trx);
      const rows: RedirectRow[] = [];
      for (let at = 0; at < users.length; at += USERS_AT_ONCE) {
        rows.push(...(await this.#insertForUsers(trx, users.slice(at, at + USERS_AT_ONCE), redirect, actor)));
        await nextTurn();
      }
      return { changed: rows, result: rows };
    });
  }

  async #insertForUsers(
    trx: Trx,
    users: readonly NamedUser[],
    { destination, reason = null, persistent = false }: NewRedirect,
    actor: Actor,
  ): Promise<RedirectRow[]> {
    const at = this.#deps.clock.now();
    const is_persistent = persistent ? 1 : 0;
    const rows = users.map(({ id }) => ({
      id: newId(at),
      user_id: id,
      guest_ip: null,
      destination_path: destination,
      reason,
      is_persistent,
      created_at: at,
    }));
    await replaceForUsers(trx, rows, is_persistent);
    const entries = users.map(({ id, username }) => ({
      ...actor,
      action: 'admin_redirect' as const,
      page: destination,
      details: { change: 'redirect' as const, user: id, username, ...(reason && { reason }) },
      at,
    }));
    await recordActivities(trx, entries);
    return rows;
  }

  async remove(id: string, actor: Actor): Promise<void> {
    await this.#change(async (trx) => {
      const row = await takeOut(trx, id);
      const about = row.user_id === null ? { guest: row.guest_ip as string } : await aboutUser(trx, row.user_id);
      const details = { change: 'redirect removed', ...about } as const;
      const at = this.#deps.clock.now();
      await recordActivity(trx, { ...actor, action: 'admin_redirect', page: row.destination_path, details, at });
      return { changed: [row], result: undefined };
    });
  }

  /** One batch; answers how many. */
  async deleteOldOfGuests(before: number, most: number): Promise<number> {
    const { length } = await deleteOldGuestRedirects(this.#deps.db, before, most);
    if (length > 0) this.#deps.bus.publish('redirect-changed', EVERYBODY);
    return length;
  }

  /** What was changed is known here and told to the other processes before the admin hears that it is done. */
  async #change<T>(work: (trx: Trx) => Promise<{ changed: readonly RedirectRow[]; result: T }>): Promise<T> {
    const { db, bus } = this.#deps;
    const { keys, result } = await db.transaction().execute(async (trx) => {
      const { changed, result: made } = await work(trx);
      const told = idsToTell(changed.map(keyOfRow), IDS_TOLD_MAX);
      for (const key of told) await bus.publishIn(trx, 'redirect-changed', key);
      return { keys: told, result: made };
    });
    for (const key of keys) bus.tellSelf('redirect-changed', key);
    await this.#replica.settled();
    return result;
  }

  /** A one-time redirect works once, on however many processes its guest or user asks at the same time. */
  async #consume(row: RedirectRow): Promise<boolean> {
    const { db, bus } = this.#deps;
    const isOurs = await deleteRedirect(db, row.id);
    this.#forget(row);
    bus.publish('redirect-changed', keyOfRow(row));
    return isOurs;
  }

  #current(key: string): readonly RedirectRow[] | Promise<readonly RedirectRow[]> {
    const known = () => this.#rows.get(key) ?? [];
    return this.#replica.trusted ? known() : this.#reload(key).then(known);
  }

  async #reload(key: string): Promise<void> {
    const rows = await redirectsOf(this.#deps.db, targetOf(key));
    this.#rows.delete(key);
    for (const row of rows) this.#remember(row);
  }

  #remember(row: RedirectRow): void {
    const key = keyOfRow(row);
    const others = (this.#rows.get(key) ?? []).filter((other) => other.is_persistent !== row.is_persistent);
    this.#rows.set(key, [...others, row]);
  }

  #forget(row: RedirectRow): void {
    const key = keyOfRow(row);
    const left = (this.#rows.get(key) ?? []).filter((other) => other.id !== row.id);
    if (left.length === 0) this.#rows.delete(key);
    else this.#rows.set(key, left);
  }
}

async function aboutUser(trx: Trx, userId: string): Promise<{ user: string; username: string }> {
  const { username } = await trx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(userNotFound);
  return { user: userId, username };
}
