import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import type { Change } from '../../../contract/log/activity.rules.ts';
import { CLOSED_PATH, RE_LOGIN_PATH } from '../../../contract/redirects/redirects.rules.ts';
import type { checkGuestRedirect, checkUserRedirect } from '../../../contract/redirects/redirects.ts';
import { EXIT_URL_EXAMPLE } from '../../../contract/settings/settings.rules.ts';
import { isStaff, may } from '../../../contract/users/roles.rules.ts';
import { isAhead } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import type { RedirectRow, Trx, UserRow } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { badInput, HttpError, notAllowed } from '../../errors.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import { ALL_IDS } from '../../live/bus.ts';
import { Replica } from '../../live/replica.ts';
import type { Session } from '../../sessions/sessions.ts';
import { assertProven, type Caller } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { whenKnown } from '../../when-known.ts';
import type { Approach, Care, Shown } from '../guests/messages/care.ts';
import {
  type Addressee,
  addresseesAt,
  allHalted,
  type GuestsSeen,
  type Recipient,
  targetOf,
  targetsOf,
} from '../guests/messages/guests.ts';
import { recordActivities, recordActivity } from '../log/activity/activity.ts';
import type { Entailed, SettingsChange, SettingsStore } from '../settings/settings.ts';
import { staffOnlyByAdmins } from '../users/policy.ts';
import { findUser } from '../users/queries.ts';
import type { ShownExit } from './exits.ts';
import { mayLeaveWith, mayRedirect, mayRedirectGuestTo, mayRedirectUserTo, type Redirected } from './policy.ts';
import {
  allRedirects,
  deleteExitsOtherThan,
  deleteForBrowser,
  deleteOldGuestRedirects,
  deleteRedirect,
  isStored,
  redirectsOf,
  replaceForGuest,
  replaceForUsers,
  takeOut,
  takeOutForUser,
} from './queries.ts';
import { UserDeliveries } from './user-deliveries.ts';

const cooldown = (seconds: number) =>
  new HttpError('redirect_cooldown', 'Please wait before redirecting this guest again', seconds);

interface RedirectsDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log'> {
  readonly settings: SettingsStore;
  readonly care: Care;
  readonly guests: Pick<GuestsSeen, 'browsersAt'>;
}

interface NewRedirect<Destination = string> {
  readonly destination: Destination;
  readonly reason?: string | null;
  readonly persistent?: boolean;
}

interface GuestsRedirected {
  /** The first of them. */
  readonly row: RedirectRow;
  readonly leftOut: number;
}

type NamedUser = Pick<UserRow, 'id' | 'username' | 'role'>;

/** Throws where it is not for this role to lead them. */
function assertMayRedirect({ role }: Actor, whom: Redirected): void {
  if (mayRedirect(role, whom)) return;
  throw whom === 'guest' || !may(role, 'change-users') ? notAllowed() : staffOnlyByAdmins();
}

/** With what has to be recorded of an exit before it is told; that part does not leave. */
type GuestRedirect = Readonly<z.output<typeof checkGuestRedirect.answer>> & { readonly exit?: ShownExit };
type UserRedirect = Readonly<z.output<typeof checkUserRedirect.answer>>;

export const NO_GUEST_REDIRECT: GuestRedirect = { redirect: null, message: null };
const NO_USER_REDIRECT: UserRedirect = { redirect: null, isPersistent: false };
const USERS_AT_ONCE = 100;
/** By the operator's list of hosts, on which the exit URL of the settings is not. */
const NO_EXIT = 'There is no exit: the exit URL in the settings is not on a host that the operator allows.';

/** A user who has signed in since has done what was asked; sent to sign in again they could never come in. */
const isDone = (row: RedirectRow, { startedAt }: Session, now: number) =>
  // Sessions from before the clock was set back have ended, so this one has begun since.
  row.destination_path === RE_LOGIN_PATH && (startedAt >= row.created_at || isAhead(row.created_at, now));

/** How guests and users are named in memory and on the bus. */
const guestKey = (target: string) => `guest:${target}`;
const userKey = (id: string) => `user:${id}`;
const addresseeOf = ({ guest_id, guest_ip }: RedirectRow): Addressee => ({
  guestId: guest_id,
  ipAddress: guest_ip as string,
});
const keyOf = (row: RedirectRow) =>
  row.user_id === null ? guestKey(targetOf(addresseeOf(row))) : userKey(row.user_id);

/** What a guest is shown of it. */
const steerOf = ({ id, destination_path, message, sent_by }: RedirectRow): Shown => ({
  steerId: id,
  ...(sent_by !== null && { by: sent_by }),
  ...(message === null
    ? { what: 'move', page: destination_path }
    : { what: 'exit', address: destination_path, message }),
});

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
const columnsOf = ({ guestId, ipAddress }: Addressee) => ({ user_id: null, guest_ip: ipAddress, guest_id: guestId });

const newRow = (
  target: Pick<RedirectRow, 'user_id' | 'guest_ip' | 'guest_id'>,
  { destination, reason = null, persistent = false }: NewRedirect,
  at: number,
  { staff, userId }: Actor,
): RedirectRow => ({
  id: newId(at),
  ...target,
  destination_path: destination,
  reason,
  is_persistent: persistent ? 1 : 0,
  created_at: at,
  message: null,
  sent_by: staff ?? userId,
});

/**
 * Where the support team sends guests and signed-in users. The rows are the truth; they are also in memory, because every
 * open page asks every few seconds and almost always there is nothing.
 */
export class Redirects {
  readonly #deps: RedirectsDeps;
  /** For each target the newest one-time redirect and the newest persistent one, oldest first. */
  readonly #rows = new Map<string, RedirectRow[]>();
  readonly #replica: Replica;
  readonly #deliveries: UserDeliveries;

  constructor(deps: RedirectsDeps) {
    this.#deps = deps;
    this.#deliveries = new UserDeliveries(deps);
    this.#replica = new Replica({
      ...deps,
      what: 'redirects',
      topic: 'redirect-changed',
      load: () => this.load(),
      reload: (key) => this.#reload(key),
    });
    deps.settings.onChange((trx, change) => this.#withdraw(trx, change));
  }

  caughtUp(): Promise<void> {
    return this.#replica.caughtUp();
  }

  async load(): Promise<void> {
    const rows = await allRedirects(this.#deps.db);
    this.#rows.clear();
    for (const row of rows) this.#remember(row);
  }

  /** Where a browser has not been led yet, or whoever comes from an address. Asks no database. */
  waitingFor(target: string): string | null {
    return this.#rows.get(guestKey(target))?.at(-1)?.destination_path ?? null;
  }

  /** For a guest's page. Asks the database only when there is something, or while what is in memory cannot be trusted. */
  takeForGuest(recipient: Recipient): GuestRedirect | Promise<GuestRedirect> {
    if (!this.#replica.trusted) return this.#readFor(recipient).then(() => this.#deliverNext(recipient));
    return this.#deliverNext(recipient);
  }

  #deliverNext(recipient: Recipient): GuestRedirect | Promise<GuestRedirect> {
    if (this.#rows.size === 0) return NO_GUEST_REDIRECT;
    for (const target of targetsOf(recipient)) {
      const row = this.#rows.get(guestKey(target))?.at(-1);
      if (row !== undefined) return this.#deliverToGuest(row, recipient);
    }
    return NO_GUEST_REDIRECT;
  }

  async #deliverToGuest(row: RedirectRow, recipient: Recipient): Promise<GuestRedirect> {
    const { settings: store, care } = this.#deps;
    const settings = await store.fresh();
    // The exit address or its message may have been changed since; nobody is sent to the old one or with the old one.
    if (!mayRedirectGuestTo(row.destination_path, settings) || !mayLeaveWith(row, settings)) {
      if (row.is_persistent === 0) await this.#discard(row);
      return NO_GUEST_REDIRECT;
    }
    const isPersistent = row.is_persistent === 1;
    const take = async (trx: Trx) => (isPersistent && (await isStored(trx, row.id))) || this.#takeOut(trx, row);
    const mayGo =
      (isPersistent && care.mayShowAgain(steerOf(row), recipient)) ||
      (await care.deliver(steerOf(row), recipient, addresseeOf(row), take)) === 'delivered';
    if (!mayGo) return NO_GUEST_REDIRECT;
    const answer = { redirect: row.destination_path, message: row.message };
    if (row.destination_path !== settings.exitUrl) return answer;
    const { id: redirectId, destination_path: address, message, is_persistent } = row;
    return { ...answer, exit: { redirectId, address, message: message ?? '', persistent: is_persistent === 1 } };
  }

  /** It leads nowhere any more. */
  async #discard(row: RedirectRow): Promise<void> {
    const { transact, care } = this.#deps;
    await transact('server', async (trx) => {
      if (await this.#takeOut(trx, row)) await care.withdraw(trx, [row]);
    });
  }

  /** Works once, on however many processes it is tried at the same time. */
  async #takeOut(trx: Trx, row: RedirectRow): Promise<boolean> {
    const isOurs = await deleteRedirect(trx, row.id);
    afterCommit(trx, () => this.#forget(row));
    this.#replica.changedOften(trx, keyOf(row));
    return isOurs;
  }

  /** For a page of a signed-in user: the one-time redirect first, then the persistent one. */
  takeForUser(session: Session, actor: () => Caller): UserRedirect | Promise<UserRedirect> {
    const rows = this.#current(userKey(session.user.id));
    return whenKnown(rows, (known) =>
      known.length === 0 ? NO_USER_REDIRECT : this.#deliverToUser(session, actor, known),
    );
  }

  async #deliverToUser(session: Session, actor: () => Caller, rows: readonly RedirectRow[]): Promise<UserRedirect> {
    const once = rows.find((row) => row.is_persistent === 0);
    if (once !== undefined && (await this.#consume(once, actor())) && mayRedirectUserTo(once.destination_path))
      return { redirect: once.destination_path, isPersistent: false };
    const always = rows.find((row) => row.is_persistent === 1);
    if (always === undefined || !mayRedirectUserTo(always.destination_path)) return NO_USER_REDIRECT;
    if (isDone(always, session, this.#deps.clock.now())) return NO_USER_REDIRECT;
    await this.#deliveries.recordOnce(always, session, actor);
    return { redirect: always.destination_path, isPersistent: true };
  }

  /** Whether every session of this user is sent to a page. */
  async asks(userId: string, destination: string): Promise<boolean> {
    const rows = await this.#current(userKey(userId));
    return rows.some((row) => row.is_persistent === 1 && row.destination_path === destination);
  }

  /**
   * A user has done what a page asks for: nobody sends them there any more, however it was meant. Answers whether every session
   * was sent there.
   */
  async fulfil(trx: Trx, destination: string, actor: Actor, at: number): Promise<boolean> {
    const { rows: gone } = await takeOutForUser(trx, { userId: actor.userId, destination });
    const entries = gone.map(({ reason }) => {
      const details = { change: 'redirect done', ...(reason && { reason }) } as const;
      return { ...actor, action: 'admin_redirect', page: destination, details, at } as const;
    });
    await recordActivities(trx, entries);
    if (gone.length > 0) await this.#replica.changed(trx, userKey(actor.userId));
    return gone.some((row) => row.is_persistent === 1);
  }

  /**
   * One browser, whose helper the admin is from now on, to a page of the flow or to the exit address; null stands for the exit
   * address, whatever it is now.
   */
  async redirectBrowser(
    guest: Addressee,
    wanted: NewRedirect<string | null>,
    actor: Caller,
    approach: Approach = 'claim',
  ): Promise<RedirectRow> {
    return (await this.#redirectGuests([guest], wanted, actor, approach)).row;
  }

  /**
   * Every browser that has stayed at an address, or where there is none whoever comes from it. Answers how many were left out
   * because they are halted.
   */
  async redirectGuest(guestIp: string, wanted: NewRedirect<string | null>, actor: Caller): Promise<GuestsRedirected> {
    return this.#redirectGuests(addresseesAt(this.#deps.guests, guestIp), wanted, actor, 'by address');
  }

  /** All but those who are halted, or none; answers the first. */
  async #redirectGuests(
    guests: readonly Addressee[],
    wanted: NewRedirect<string | null>,
    actor: Caller,
    approach: Approach,
  ): Promise<GuestsRedirected> {
    const { transact, clock, care, settings } = this.#deps;
    assertMayRedirect(actor, 'guest');
    const at = clock.now();
    return transact(actor, async (trx) => {
      const rows: RedirectRow[] = [];
      const { exitUrl, exitMessage } = await settings.hold(trx);
      // Who reads the settings and sends guests to what they say means the exit, also where none is set.
      const toExit =
        wanted.destination === null || (exitUrl === CLOSED_PATH && wanted.destination === EXIT_URL_EXAMPLE);
      const destination = toExit ? exitUrl : (wanted.destination ?? '');
      if (toExit && exitUrl === '') throw badInput(NO_EXIT);
      if (!mayRedirectGuestTo(destination, { exitUrl }))
        throw badInput('Guests can only be moved to pages of the verification');
      // In the same order everywhere, so that no two wait for each other.
      const limits = guests.map((guest) => countOf(LIMITS.redirects, targetOf(guest)));
      const seconds = await takeFromLimits(trx, limits.sort(byKey), at);
      if (seconds > 0) throw cooldown(seconds);
      const message = destination === exitUrl ? exitMessage : null;
      for (const guest of guests) {
        const row = { ...newRow(columnsOf(guest), { ...wanted, destination }, at, actor), message };
        const { steerId: id, what } = steerOf(row);
        if (!(await care.steer(trx, guest, { id, what, to: destination }, approach, actor, at))) continue;
        await replaceForGuest(trx, row);
        const about = { guest: guest.ipAddress, steer: id, ...(row.reason && { reason: row.reason }) };
        const details: Change =
          message === null
            ? { change: 'redirect', ...about }
            : { change: 'exit', address: destination, message, ...about };
        const guestId = guest.guestId ?? undefined;
        await recordActivity(trx, { ...actor, action: 'admin_redirect', page: destination, details, at, guestId });
        rows.push(row);
      }
      if (rows.length === 0) throw allHalted();
      await this.#replica.changed(trx, ...rows.map(keyOf));
      return { row: rows[0] as RedirectRow, leftOut: guests.length - rows.length };
    });
  }

  /** Nothing leads a browser anywhere that was sent before. */
  async withdrawFor(trx: Trx, browser: Addressee & { guestId: string }): Promise<void> {
    await this.#gone(trx, await deleteForBrowser(trx, browser));
  }

  /** A redirect can sign a member of staff out, or keep them from their page: it needs a step-up then. */
  async redirectUser(userId: string, redirect: NewRedirect, actor: Caller): Promise<RedirectRow> {
    const find = async (trx: Trx) => {
      const user = await findUser(trx, userId);
      assertMayRedirect(actor, user);
      if (isStaff(user.role)) assertProven(actor, this.#deps.clock.now());
      return [user];
    };
    const [row] = await this.redirectUsers(find, redirect, actor);
    return row as RedirectRow;
  }

  /** One for each of these users, all or none. */
  async redirectUsers(
    find: (trx: Trx) => Promise<readonly NamedUser[]>,
    redirect: NewRedirect,
    actor: Caller,
  ): Promise<RedirectRow[]> {
    const { transact, clock } = this.#deps;
    const { destination, reason } = redirect;
    if (!mayRedirectUserTo(destination)) throw badInput('Users can only be sent to pages of this portal');
    return transact(actor, async (trx) => {
      const rows: RedirectRow[] = [];
      const users = await find(trx);
      for (const user of users) assertMayRedirect(actor, user);
      for (let from = 0; from < users.length; from += USERS_AT_ONCE) {
        const at = clock.now();
        const some = users.slice(from, from + USERS_AT_ONCE);
        const made = some.map(({ id }) => newRow({ user_id: id, guest_ip: null, guest_id: null }, redirect, at, actor));
        await replaceForUsers(trx, made);
        const entries = some.map(({ id, username }) => {
          const details = { change: 'redirect', user: id, username, ...(reason && { reason }) } as const;
          return { ...actor, action: 'admin_redirect', page: destination, details, at } as const;
        });
        await recordActivities(trx, entries);
        rows.push(...made);
        await nextTurn();
      }
      await this.#replica.changed(trx, ...rows.map(keyOf));
      return rows;
    });
  }

  async remove(id: string, actor: Caller): Promise<void> {
    const { transact, clock, care } = this.#deps;
    await transact(actor, async (trx) => {
      const row = await takeOut(trx, id);
      const user = row.user_id === null ? null : await findUser(trx, row.user_id);
      assertMayRedirect(actor, user ?? 'guest');
      const about =
        user === null ? { guest: row.guest_ip as string, steer: row.id } : { user: user.id, username: user.username };
      await care.withdraw(trx, [row]);
      const what = { action: 'admin_redirect', details: { change: 'redirect removed', ...about } } as const;
      const guestId = row.guest_id ?? undefined;
      await recordActivity(trx, { ...actor, ...what, page: row.destination_path, at: clock.now(), guestId });
      await this.#replica.changed(trx, keyOf(row));
    });
  }

  /** One batch; answers how many. */
  async deleteOldOfGuests(before: number, most: number): Promise<number> {
    const { length } = await deleteOldGuestRedirects(this.#deps.db, before, most);
    if (length > 0) this.#deps.bus.publish('redirect-changed', ALL_IDS);
    return length;
  }

  /** Guests are neither led to the old exit nor told its old message. */
  async #withdraw(trx: Trx, { next, changed }: SettingsChange): Promise<Entailed> {
    const concerns = changed.includes('exitUrl') || changed.includes('exitMessage');
    const gone = concerns ? await deleteExitsOtherThan(trx, next) : [];
    await this.#gone(trx, gone);
    return gone.length > 0 ? { withdrawnExits: gone.length } : {};
  }

  async #gone(trx: Trx, gone: readonly RedirectRow[]): Promise<void> {
    await this.#deps.care.withdraw(trx, gone);
    await this.#replica.changed(trx, ...gone.map(keyOf));
  }

  /** A one-time redirect works once, on however many processes its user asks at the same time. */
  async #consume(row: RedirectRow, actor: Caller): Promise<boolean> {
    return this.#deps.transact(actor, async (trx) => {
      if (!(await this.#takeOut(trx, row))) return false;
      if (mayRedirectUserTo(row.destination_path)) await this.#deliveries.record(trx, row, actor);
      return true;
    });
  }

  async #readFor(recipient: Recipient): Promise<void> {
    for (const target of targetsOf(recipient)) await this.#reload(guestKey(target));
  }

  #current(key: string): readonly RedirectRow[] | Promise<readonly RedirectRow[]> {
    const known = () => this.#rows.get(key) ?? [];
    return this.#replica.trusted ? known() : this.#reload(key).then(known);
  }

  async #reload(key: string): Promise<void> {
    const rows = await redirectsOf(this.#deps.db, key);
    this.#rows.delete(key);
    for (const row of rows) this.#remember(row);
  }

  #remember(row: RedirectRow): void {
    const key = keyOf(row);
    const others = (this.#rows.get(key) ?? []).filter((other) => other.is_persistent !== row.is_persistent);
    this.#rows.set(key, [...others, row]);
  }

  #forget(row: RedirectRow): void {
    const key = keyOf(row);
    const left = (this.#rows.get(key) ?? []).filter((other) => other.id !== row.id);
    if (left.length === 0) this.#rows.delete(key);
    else this.#rows.set(key, left);
  }
}
