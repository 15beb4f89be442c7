import { RE_LOGIN_PATH } from '../../../contract/destinations.ts';
import type { Clock } from '../../clock.ts';
import { newId } from '../../db/ids.ts';
import type { Db, RedirectRow } from '../../db/tables.ts';
import { badInput } from '../../http/errors.ts';
import type { Session } from '../../http/sessions.ts';
import type { Bus } from '../../live/bus.ts';
import type { Log } from '../../log.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Changer } from '../users/changes.ts';
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
const isDone = (row: RedirectRow, { startedAt }: Session) =>
  row.destination_path === RE_LOGIN_PATH && startedAt >= row.created_at;

const NOWHERE: Move = Object.freeze({ redirect: null });

/**
 * Where the support team sends signed-in users. The rows are the truth; they are also in memory, because every open
 * page asks every few seconds and almost always there is nothing.
 */
export class UserRedirects {
  readonly #deps: UserRedirectsDeps;
  /** For each user the newest one-time redirect and the newest persistent one, oldest first. */
  readonly #waiting = new Map<string, RedirectRow[]>();
  /** What this process says itself is known here already. */
  #telling = false;
  /** One after the other: a slow answer must not overwrite a newer one. */
  #reloading: Promise<void> = Promise.resolve();

  constructor(deps: UserRedirectsDeps) {
    this.#deps = deps;
    deps.bus.subscribe('user-redirected', (userId) => {
      if (!this.#telling) this.#next(() => this.#reload(userId));
    });
    deps.bus.onGap(() => this.#next(() => this.load()));
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

  /** Asks the database only when there is something: a one-time redirect must be used up exactly once. */
  take(session: Session): Move | Promise<Move> {
    const waiting = this.#waiting.get(session.user.id);
    return waiting === undefined ? NOWHERE : this.#deliver(session, waiting);
  }

  async #deliver(session: Session, waiting: readonly RedirectRow[]): Promise<Move> {
    const { db } = this.#deps;
    const once = waiting.find((row) => row.is_persistent === 0);
    const always = waiting.find((row) => row.is_persistent === 1);
    if (once !== undefined) {
      this.#forget(once);
      const { numDeletedRows } = await db.deleteFrom('redirects').where('id', '=', once.id).executeTakeFirstOrThrow();
      this.#publish(session.user.id);
      if (numDeletedRows === 1n && mayMoveUserTo(once.destination_path)) return { redirect: once.destination_path };
    }
    if (always === undefined || !mayMoveUserTo(always.destination_path) || isDone(always, session)) return NOWHERE;
    return { redirect: always.destination_path };
  }

  /** A newer redirect of the same kind takes the place of an older one. */
  async create(
    userId: string,
    destination: string,
    options: { reason?: string | null; persistent?: boolean },
    { session, visitor }: Changer,
  ): Promise<RedirectRow> {
    const { db, clock } = this.#deps;
    if (!mayMoveUserTo(destination)) throw badInput('Users can only be sent to pages of this portal');
    const at = clock.now();
    const row: RedirectRow = {
      id: newId(at),
      user_id: userId,
      guest_ip: null,
      destination_path: destination,
      reason: options.reason ?? null,
      is_persistent: options.persistent ? 1 : 0,
      created_at: at,
    };
    await db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('redirects')
        .where('user_id', '=', userId)
        .where('is_persistent', '=', row.is_persistent)
        .execute();
      await trx.insertInto('redirects').values(row).execute();
      await recordActivity(trx, {
        userId: session.user.id,
        action: 'admin_redirect',
        page: destination,
        visitor,
        details: { user: userId, ...(options.reason && { reason: options.reason }) },
        at,
      });
    });
    this.#remember(row);
    this.#publish(userId);
    return row;
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

  #publish(userId: string): void {
    this.#telling = true;
    this.#deps.bus.publish('user-redirected', userId);
    this.#telling = false;
  }

  #next(reload: () => Promise<void>): void {
    this.#reloading = this.#reloading
      .then(reload)
      .catch((error) => this.#deps.log.warn({ err: error }, 'redirects of users not reloaded'));
  }

  /** Another process sent this user somewhere, or has delivered it. */
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
