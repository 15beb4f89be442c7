import * as z from 'zod';
import { type Clock, isLongAgo } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { newId } from '../../db/ids.ts';
import { takeTurn } from '../../db/locks.ts';
import type { Db, NotificationRow, Trx } from '../../db/tables.ts';
import { defineJob } from '../../delivery/job.ts';
import type { Outbox } from '../../delivery/outbox.ts';
import type { Bus } from '../../live/bus.ts';
import type { Log } from '../../log.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { Crowds } from './crowds.ts';
import { type Draft, draftOf, type Event, type Notify } from './events.ts';

interface NotificationsDeps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly settings: SettingsStore;
  readonly chat: Outbox<string>;
}

/** Events of one group within this time are one notification. */
const GROUP_MS = 10 * 60_000;
const WRITE_EVERY_MS = 200;
const KEPT = 100;
/** After that a message in a chat is no news any more. */
const CHAT_EXPIRES_MS = 60 * 60_000;

export const chatMessage = defineJob('message', z.object({ text: z.string() }), ({ text }) => text);

interface Group {
  readonly id: string;
  lastAt: number;
}

interface Waiting {
  readonly draft: Draft;
  count: number;
  at: number;
}

type Listener = (row: NotificationRow, unread: number) => void;

/**
 * What staff should know of. Events are collected for a moment and written together; who caused them never waits. The
 * newest and the number of unread ones are in memory, because every open page asks for them again and again.
 */
export class Notifications {
  readonly #deps: NotificationsDeps;
  readonly #groups = new Map<string, Group>();
  #waiting = new Map<string, Waiting>();
  #newest: NotificationRow[] = [];
  #unread = 0;
  readonly #crowds = new Crowds();
  readonly #listeners: Listener[] = [];
  readonly #countListeners: ((unread: number) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();
  /** What this process says itself is known here already. */
  #telling = false;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
    deps.bus.subscribe('notified', (id) => {
      if (!this.#telling) this.#next(() => this.#heard(id));
    });
    deps.bus.onGap(() => this.#next(() => this.#loadAndTell()));
    this.#timer = setInterval(() => this.#next(() => this.#write()), WRITE_EVERY_MS);
    this.#timer.unref();
  }

  async load(): Promise<void> {
    const { db } = this.#deps;
    this.#newest = await db
      .selectFrom('notifications')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(KEPT)
      .execute();
    await this.#countUnread();
  }

  readonly notify: Notify = (event: Event) => {
    const at = this.#deps.clock.now();
    const own = draftOf(event);
    const isKnown = this.#groups.has(own.groupKey) || this.#waiting.has(own.groupKey);
    const draft = isKnown ? own : this.#crowds.draftFor(event.kind, own, at);
    const known = this.#waiting.get(draft.groupKey);
    if (known === undefined) this.#waiting.set(draft.groupKey, { draft, count: 1, at });
    else this.#waiting.set(draft.groupKey, { draft, count: known.count + 1, at });
  };

  get unread(): number {
    return this.#unread;
  }

  /** The newest of all, newest first; asks no database. */
  newest(limit: number): NotificationRow[] | null {
    return limit <= KEPT ? this.#newest.slice(0, limit) : null;
  }

  onNew(listener: Listener): void {
    this.#listeners.push(listener);
  }

  onCount(listener: (unread: number) => void): void {
    this.#countListeners.push(listener);
  }

  async markRead(id: string | null): Promise<void> {
    let marking = this.#deps.db.updateTable('notifications').set({ is_read: 1 }).where('is_read', '=', 0);
    if (id !== null) marking = marking.where('id', '=', id);
    await marking.execute();
    this.#next(() => this.#loadAndTell());
    await this.#writing;
    this.#publish('all');
  }

  /** Writes what waits; the process does it by itself, tests call it. */
  async settle(): Promise<void> {
    this.#next(() => this.#write());
    await this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.settle();
  }

  #next(step: () => Promise<void>): void {
    this.#writing = this.#writing
      .then(step)
      .catch((error) => this.#deps.log.warn({ err: error }, 'notifications not written, trying again'));
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { db, chat } = this.#deps;
    // Always in the same order, because other processes change the same rows.
    const waiting = [...this.#waiting.values()].sort((one, other) =>
      one.draft.groupKey < other.draft.groupKey ? -1 : 1,
    );
    this.#waiting = new Map();
    let rows: NotificationRow[];
    try {
      rows = await db.transaction().execute(async (trx) => {
        const written: NotificationRow[] = [];
        // A new one is looked for first: another process may be writing the same at this moment.
        if (waiting.some((item) => this.#groupOf(item) === undefined)) await takeTurn(trx, 'notifications');
        for (const item of waiting) written.push(await this.#put(trx, item));
        return written;
      });
    } catch (error) {
      // Kept for the next time, unless the same has happened again since.
      for (const item of waiting) {
        if (!this.#waiting.has(item.draft.groupKey)) this.#waiting.set(item.draft.groupKey, item);
      }
      throw error;
    }
    chat.wake();
    for (const row of rows) this.#groups.set(row.group_key, { id: row.id, lastAt: row.created_at });
    this.#forgetOldGroups();
    await this.#arrived(rows);
    for (const row of rows) this.#publish(row.id);
  }

  #groupOf({ draft, at }: Waiting): string | undefined {
    const group = this.#groups.get(draft.groupKey);
    return group !== undefined && !isLongAgo(group.lastAt, GROUP_MS, at) ? group.id : undefined;
  }

  async #put(trx: Trx, item: Waiting): Promise<NotificationRow> {
    const { draft, count, at } = item;
    const known = this.#groupOf(item) ?? (await findGroup(trx, draft.groupKey, at));
    if (known !== undefined) {
      const updated = await trx
        .updateTable('notifications')
        .set((row) => ({ count: row('count', '+', count), message: draft.message, is_read: 0, created_at: at }))
        .where('id', '=', known)
        .returningAll()
        .executeTakeFirst();
      if (updated !== undefined) return updated;
    }
    const row: NotificationRow = {
      id: newId(at),
      type: draft.type,
      severity: draft.severity,
      title: draft.title,
      message: draft.message,
      group_key: draft.groupKey,
      count,
      is_read: 0,
      ip_address: draft.visitor?.ipAddress ?? null,
      location: draft.visitor?.location ?? null,
      created_at: at,
    };
    await trx.insertInto('notifications').values(row).execute();
    await this.#tellChat(trx, row);
    return row;
  }

  async #tellChat(trx: Trx, row: NotificationRow): Promise<void> {
    const { settings, chat, config, clock } = this.#deps;
    const { telegramBotToken, telegramChatId } = settings.current;
    if (telegramBotToken === '' || telegramChatId === '') return;
    await chat.put(trx, chatMessage, {
      recipient: telegramChatId,
      payload: { text: `${config.organisation}: ${row.title}\n${row.message}` },
      expiresAt: clock.now() + CHAT_EXPIRES_MS,
    });
  }

  async #arrived(rows: readonly NotificationRow[]): Promise<void> {
    const ids = new Set(rows.map(({ id }) => id));
    this.#newest = [...rows, ...this.#newest.filter(({ id }) => !ids.has(id))]
      .sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1))
      .slice(0, KEPT);
    await this.#countUnread();
    for (const row of rows) for (const listener of this.#listeners) listener(row, this.#unread);
    this.#tellCount();
  }

  /** Another process has made one, or somebody has read some there. */
  async #heard(id: string): Promise<void> {
    if (id === 'all') return this.#loadAndTell();
    const row = await this.#deps.db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return;
    this.#groups.set(row.group_key, { id: row.id, lastAt: row.created_at });
    this.#forgetOldGroups();
    await this.#arrived([row]);
  }

  async #loadAndTell(): Promise<void> {
    await this.load();
    this.#tellCount();
  }

  async #countUnread(): Promise<void> {
    const { unread } = await this.#deps.db
      .selectFrom('notifications')
      .select((row) => row.fn.countAll<number>().as('unread'))
      .where('is_read', '=', 0)
      .executeTakeFirstOrThrow();
    this.#unread = unread;
  }

  #tellCount(): void {
    for (const listener of this.#countListeners) listener(this.#unread);
  }

  #forgetOldGroups(): void {
    const oldest = this.#deps.clock.now() - GROUP_MS;
    for (const [key, { lastAt }] of this.#groups) if (lastAt < oldest) this.#groups.delete(key);
  }

  #publish(id: string): void {
    this.#telling = true;
    this.#deps.bus.publish('notified', id);
    this.#telling = false;
  }
}

/** The notification that another process, or this one before its start, has begun for the same. */
async function findGroup(trx: Trx, groupKey: string, at: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('notifications')
    .select('id')
    .where('group_key', '=', groupKey)
    .where('created_at', '>', at - GROUP_MS)
    // Not one from before the clock was set back.
    .where('created_at', '<', at + GROUP_MS)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
