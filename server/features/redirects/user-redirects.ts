import { setImmediate as nextTurn } from 'node:timers/promises';
import { RE_LOGIN_PATH } from '../../../contract/redirects.rules.ts';
import { type Clock, isAhead } from '../../clock.ts';
import { newId } from '../../db/ids.ts';
import type { Db, RedirectRow, Trx } from '../../db/tables.ts';
import { badInput } from '../../errors.ts';
import type { Bus } from '../../live/bus.ts';
import { InStep } from '../../live/replica.ts';
import type { Log } from '../../log.ts';
import type { Session } from '../../sessions/sessions.ts';
import { recordActivities, recordActivity } from '../activity/activity.ts';
import type { Changer } from '../users/changes.ts';
import { userNotFound } from '../users/policy.ts';
import { mayMoveUserTo } from './policy.ts';

interface UserRedirectsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

interface Move {
  readonly redirect: string | null;
}

/** Who has signed in since has done what was asked; sent there again they could never come in. */
const isDone = (row: RedirectRow, { startedAt }: Session, now: number) =>
  // Sessions from before the clock was set back have ended, so this one has begun since.
  row.destination_path === RE_LOGIN_PATH && (startedAt >= row.created_at || isAhead(row.created_at, now));

export interface NewRedirect {
  readonly destination: string;
  readonly reason?: string | null;
  readonly persistent?: boolean;
}

type FindUsers = (trx: Trx) => Promise<readonly { id: string; username: string }[]>;

/** Told in place of very many ids. */
const EVERYBODY = '*';
const AT_ONCE = 100;
const IDS_TOLD_MAX = 20;

const toldOf = (rows: readonly RedirectRow[]) =>
  rows.length > IDS_TOLD_MAX ? [EVERYBODY] : rows.map(({ user_id }) => user_id as string);

async function insert(
  trx: Trx,
  users: readonly { id: string; username: string }[],
  { destination, reason = null, persistent = false }: NewRedirect,
  { session, visitor }: Changer,
  at: number,
): Promise<RedirectRow[]> {
  const rows: RedirectRow[] = users.map(({ id }) => ({
    id: newId(at),
    user_id: id,
    guest_ip: null,
    destination_path: destination,
    reason,
    is_persistent: persistent ? 1 : 0,
    created_at: at,
  }));
  if (rows.length === 0) return [];
  await trx
    .deleteFrom('redirects')
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .where('is_persistent', '=', persistent ? 1 : 0)
    .execute();
  await trx.insertInto('redirects').values(rows).execute();
  await recordActivities(
    trx,
    users.map((user) => ({
      userId: session.user.id,
      action: 'admin_redirect',
      page: destination,
      visitor,
      details: { user: user.id, username: user.username, ...(reason && { reason }) },
      at,
    })),
  );
  return rows;
}

const NOWHERE: Move = Object.freeze({ redirect: null });

/**
 * Where the support team sends signed-in users. The rows are the truth; they are also in memory, because every open
 * page asks every few seconds and almost always there is nothing.
 */
export class UserRedirects {
  readonly #deps: UserRedirectsDeps;
  /** For each user the newest one-time redirect and the newest persistent one, oldest first. */
  readonly #waiting = new Map<string, RedirectRow[]>();
  readonly #memory: InStep;

  constructor(deps: UserRedirectsDeps) {
    this.#deps = deps;
    this.#memory = new InStep({ bus: deps.bus, log: deps.log, what: 'redirects of users', load: () => this.load() });
    deps.bus.subscribe('user-redirected', (userId) =>
      this.#memory.read(() => (userId === EVERYBODY ? this.load() : this.#reload(userId))),
    );
  }

  async load(): Promise<void> {
    const rows = await this.#deps.db
      .selectFrom('redirects')
      .selectAll()
      .where('user_id', 'is not', null)
      .orderBy('created_at')
      .execute();
    this.#waiting.clear();
    for (const row of rows) this.#remember(row);
  }

  /**
   * Asks the database only when there is something, or when what is remembered cannot be trusted: a one-time redirect
   * must be used up exactly once.
   */
  take(session: Session): Move | Promise<Move> {
    return this.#memory.trusted ? this.#move(session) : this.#reload(session.user.id).then(() => this.#move(session));
  }

  #move(session: Session): Move | Promise<Move> {
    const waiting = this.#waiting.get(session.user.id);
    return waiting === undefined ? NOWHERE : this.#deliver(session, waiting);
  }

  async #deliver(session: Session, waiting: readonly RedirectRow[]): Promise<Move> {
    const { db, bus } = this.#deps;
    const once = waiting.find((row) => row.is_persistent === 0);
    const always = waiting.find((row) => row.is_persistent === 1);
    if (once !== undefined) {
      const { numDeletedRows } = await db.deleteFrom('redirects').where('id', '=', once.id).executeTakeFirstOrThrow();
      this.#forget(once);
      bus.publish('user-redirected', session.user.id);
      if (numDeletedRows === 1n && mayMoveUserTo(once.destination_path)) return { redirect: once.destination_path };
    }
    if (
      always === undefined ||
      !mayMoveUserTo(always.destination_path) ||
      isDone(always, session, this.#deps.clock.now())
    )
      return NOWHERE;
    return { redirect: always.destination_path };
  }

  async create(userId: string, redirect: NewRedirect, changer: Changer): Promise<RedirectRow> {
    const [row] = await this.createFor(
      (trx) => trx.selectFrom('users').select(['id', 'username']).where('id', '=', userId).execute(),
      redirect,
      changer,
    );
    if (row === undefined) throw userNotFound();
    return row;
  }

  /** One for each of these users, all or none. A newer redirect of the same kind takes the place of an older one. */
  async createFor(find: FindUsers, redirect: NewRedirect, changer: Changer): Promise<RedirectRow[]> {
    const { db, clock, bus } = this.#deps;
    if (!mayMoveUserTo(redirect.destination)) throw badInput('Users can only be sent to pages of this portal');
    const rows = await db.transaction().execute(async (trx) => {
      const users = await find(trx);
      const made: RedirectRow[] = [];
      for (let at = 0; at < users.length; at += AT_ONCE) {
        made.push(...(await insert(trx, users.slice(at, at + AT_ONCE), redirect, changer, clock.now())));
        await nextTurn();
      }
      for (const who of toldOf(made)) await bus.publishIn(trx, 'user-redirected', who);
      return made;
    });
    await this.#known(rows);
    return rows;
  }

  async remove(row: RedirectRow, { session, visitor }: Changer): Promise<void> {
    const { db, clock, bus } = this.#deps;
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('redirects').where('id', '=', row.id).execute();
      await bus.publishIn(trx, 'user-redirected', row.user_id as string);
      await recordActivity(trx, {
        userId: session.user.id,
        action: 'admin_redirect',
        page: row.destination_path,
        visitor,
        details: { change: 'removed', user: row.user_id as string },
        at: clock.now(),
      });
    });
    await this.#known([row]);
  }

  /** After the commit, and before anybody hears that it is done. */
  async #known(rows: readonly RedirectRow[]): Promise<void> {
    for (const who of toldOf(rows)) this.#deps.bus.tellSelf('user-redirected', who);
    await this.#memory.settled();
  }

  #remember(row: RedirectRow): void {
    const userId = row.user_id as string;
    const others = (this.#waiting.get(userId) ?? []).filter((other) => other.is_persistent !== row.is_persistent);
    this.#waiting.set(userId, [...others, row]);
  }

  #forget(row: RedirectRow): void {
    const userId = row.user_id as string;
    const left = (this.#waiting.get(userId) ?? []).filter((other) => other.id !== row.id);
    if (left.length === 0) this.#waiting.delete(userId);
    else this.#waiting.set(userId, left);
  }

  async #reload(userId: string): Promise<void> {
    const rows = await this.#deps.db
      .selectFrom('redirects')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    this.#waiting.delete(userId);
    for (const row of rows) this.#remember(row);
  }
}
