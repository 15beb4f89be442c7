import * as z from 'zod';
import { asksForAction } from '../../../contract/notifications/notifications.rules.ts';
import { NotificationType } from '../../../contract/notifications/notifications.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { HOUR_MS, isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import type { NotificationRow, Trx } from '../../db/tables.ts';
import { defineJob } from '../../delivery/job.ts';
import type { Outbox } from '../../delivery/outbox.ts';
import { Replica } from '../../live/replica.ts';
import type { FindListed } from '../../visitor/guest-id.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { Countable, type ReadState } from './countable.ts';
import { Crowds } from './crowds.ts';
import { aboutBoth, type Draft, draftOf, type Event, type Notify, textOf } from './events.ts';
import { PersonalReads } from './personal-reads.ts';
import { kindsFor } from './policy.ts';
import {
  addToGroup,
  deleteOldNotifications,
  findCountable,
  findGroup,
  findNotification,
  searchNotifications,
  takeNumbers,
} from './queries.ts';
import { draftsOf } from './settings-changes.ts';

interface NotificationsDeps extends Pick<Core, 'config' | 'db' | 'transact' | 'clock' | 'bus' | 'log'> {
  readonly settings: SettingsStore;
  readonly chat: Outbox<string>;
  readonly findListed: FindListed;
}

const GROUP_MS = 10 * 60_000;
const WRITE_EVERY_MS = 200;
const KEPT = 100;
const CHAT_EXPIRES_MS = HOUR_MS;

/** Telegram allows 4,096 characters. */
const CHAT_TEXT_MAX = 4_000;

/** `about` is an account's or guest's id, by which an erasure finds the message. */
const ChatMessage = z.object({ text: z.string(), about: z.string().nullish() });

export const chatMessage = defineJob('message', ChatMessage, ({ text }) => text);

interface Unwritten {
  readonly draft: Draft;
  count: number;
  at: number;
}

interface Happened {
  readonly count: number;
  readonly at: number;
  readonly seq: number;
}

const newRow = ({ visitor, about, ...text }: Draft, { count, at, seq }: Happened): NotificationRow => ({
  id: newId(at),
  ...text,
  count,
  is_read: 0,
  seq,
  ip_address: visitor?.ipAddress ?? null,
  location: visitor?.location ?? null,
  created_at: at,
  about_kind: about.kind,
  about_id: about.id,
});

type Kinds = ReadonlySet<NotificationType>;

interface Unread {
  count: number;
  needsAction: number;
}

type Listener = (fresh: readonly NotificationRow[]) => void;

/** Written in batches a moment later, so that the cause doesn't wait. */
export class Notifications {
  readonly reads: PersonalReads;
  readonly #deps: NotificationsDeps;
  readonly #groups = new Map<string, NotificationRow>();
  #unwritten = new Map<string, Unwritten>();
  #newest: NotificationRow[] = [];
  readonly #countable = new Countable();
  readonly #crowds = new Crowds();
  readonly #listeners: Listener[] = [];
  readonly #replica: Replica;
  /** True while publishing, to ignore this process's own messages. */
  #telling = false;

  constructor(deps: NotificationsDeps) {
    this.#deps = deps;
    this.reads = new PersonalReads(deps);
    this.#replica = new Replica({
      ...deps,
      what: 'notifications',
      load: () => this.load(),
      upkeep: { everyMs: WRITE_EVERY_MS, run: () => this.#write() },
    });
    deps.bus.subscribe('notifications-changed', (id) => {
      if (!this.#telling) this.#replica.read(() => this.#heard(id));
    });
    deps.bus.subscribe('person-erased', (id) => {
      for (const [key, { draft }] of this.#unwritten) if (draft.about.id === id) this.#unwritten.delete(key);
      for (const [key, { about_id }] of this.#groups) if (about_id === id) this.#groups.delete(key);
      // A write that had begun may insert one again.
      void this.#replica.read(() => this.#deleteAbout(id));
    });
    deps.settings.onStep((trx, step) => this.tellAdmins(trx, draftsOf(step), step.at));
  }

  async load(): Promise<void> {
    await this.#loadKinds(NotificationType.options);
  }

  readonly notify: Notify = (event: Event) => {
    const at = this.#deps.clock.now();
    const own = draftOf(event, this.#deps.findListed);
    const isKnown = this.#groups.has(own.group_key) || this.#unwritten.has(own.group_key);
    const draft = isKnown ? own : this.#crowds.draftFor(event.kind, own, at);
    const before = this.#unwritten.get(draft.group_key);
    const about = before === undefined ? draft.about : aboutBoth(before.draft.about, draft.about);
    this.#unwritten.set(draft.group_key, { draft: { ...draft, about }, count: (before?.count ?? 0) + 1, at });
  };

  unreadOf(role: Role, state: ReadState, silent: Kinds): Unread {
    const kinds = kindsFor(role);
    const unread: Unread = { count: 0, needsAction: 0 };
    for (const [type, count] of this.#countable.unread(state)) {
      if (!kinds.has(type) || silent.has(type)) continue;
      unread.count += count;
      if (asksForAction(type)) unread.needsAction += count;
    }
    return unread;
  }

  isRead(row: NotificationRow, state: ReadState, silent: Kinds): boolean {
    return silent.has(row.type) || this.#countable.isRead(row, state);
  }

  newest(limit: number, kinds: Kinds, silent: Kinds = new Set()): NotificationRow[] | null {
    const rows = this.#newest.filter(({ type }) => kinds.has(type) && !silent.has(type)).slice(0, limit);
    return rows.length === limit || this.#newest.length < KEPT ? rows : null;
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  async deleteOld(type: NotificationRow['type'], before: number, most: number): Promise<number> {
    const deleted = await deleteOldNotifications(this.#deps.db, type, before, most);
    if (deleted > 0) this.#deps.bus.publish('notifications-changed', type);
    return deleted;
  }

  sweep(): Promise<void> {
    return this.reads.sweep();
  }

  readonly settle = () => this.#replica.settle();
  readonly close = () => this.#replica.close();

  async #write(): Promise<void> {
    if (this.#unwritten.size === 0) return;
    const { transact, chat } = this.#deps;
    // Sorted, against deadlocks between processes.
    const items = [...this.#unwritten.values()].sort((one, other) =>
      one.draft.group_key < other.draft.group_key ? -1 : 1,
    );
    this.#unwritten = new Map();
    let rows: NotificationRow[];
    try {
      rows = await transact('server', async (trx) => {
        const written: NotificationRow[] = [];
        let seq = (await takeNumbers(trx, items.length)) - items.length;
        for (const item of items) {
          seq += 1;
          written.push(await this.#put(trx, item, seq));
        }
        return written;
      });
    } catch (error) {
      for (const item of items) {
        if (!this.#unwritten.has(item.draft.group_key)) this.#unwritten.set(item.draft.group_key, item);
      }
      throw error;
    }
    chat.wake();
    this.#arrived(rows);
    for (const row of rows) this.#publish(row.id);
  }

  async #put(trx: Trx, { draft, count, at }: Unwritten, seq: number): Promise<NotificationRow> {
    const row = newRow(draft, { count, at, seq });
    const group = this.#groups.get(draft.group_key);
    const isRecent = group !== undefined && !isLongAgo(group.created_at, GROUP_MS, at);
    const during = { from: at - GROUP_MS, to: at + GROUP_MS };
    const known = isRecent ? group.id : await findGroup(trx, draft.group_key, during);
    return (known && (await addToGroup(trx, known, row))) || this.#insert(trx, row);
  }

  async #insert(trx: Trx, row: NotificationRow): Promise<NotificationRow> {
    await trx.insertInto('notifications').values(row).execute();
    await this.#tellChat(trx, row);
    return row;
  }

  /** Not grouped: a group would show only the latest values. */
  async tellAdmins(trx: Trx, drafts: readonly Draft[], at: number): Promise<void> {
    for (const draft of drafts) {
      const row = newRow(draft, { count: 1, at, seq: await takeNumbers(trx, 1) });
      await this.#insert(trx, { ...row, group_key: `${draft.group_key}:${row.id}` });
      await this.#deps.bus.publishIn(trx, 'notifications-changed', row.id);
    }
  }

  async #tellChat(trx: Trx, row: NotificationRow): Promise<void> {
    const { settings, chat, config, clock } = this.#deps;
    const { telegramBotToken, telegramChatId } = settings.current;
    if (telegramBotToken === '' || telegramChatId === '') return;
    const { title, message } = textOf(row);
    await chat.put(trx, chatMessage, {
      recipient: telegramChatId,
      payload: {
        text: `${config.organisation}: ${title}\n${message}`.slice(0, CHAT_TEXT_MAX).toWellFormed(),
        about: row.about_id,
      },
      expiresAt: clock.now() + CHAT_EXPIRES_MS,
    });
  }

  #arrived(rows: readonly NotificationRow[]): void {
    const oldest = this.#deps.clock.now() - GROUP_MS;
    for (const row of rows) {
      this.#groups.set(row.group_key, row);
      this.#countable.put(row);
    }
    for (const [key, { created_at }] of this.#groups) if (created_at < oldest) this.#groups.delete(key);
    const ids = new Set(rows.map(({ id }) => id));
    this.#newest = [...rows, ...this.#newest.filter(({ id }) => !ids.has(id))]
      .sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1))
      .slice(0, KEPT);
    this.#tell(rows);
  }

  async #deleteAbout(id: string): Promise<void> {
    const { numDeletedRows } = await this.#deps.db
      .deleteFrom('notifications')
      .where('about_id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await this.load();
  }

  async #heard(news: string): Promise<void> {
    const kind = NotificationType.safeParse(news).data;
    if (kind !== undefined) return this.#loadKinds([kind]);
    const row = await findNotification(this.#deps.db, news);
    // Deleted, or of a kind from another version.
    if (row === undefined) return this.load();
    this.#arrived([row]);
  }

  async #loadKinds(kinds: readonly NotificationType[]): Promise<void> {
    const { db } = this.#deps;
    for (const kind of kinds) this.#countable.replace(kind, await findCountable(db, kind));
    const { rows } = await searchNotifications(db, { limit: KEPT, q: '' }, NotificationType.options);
    this.#newest = rows;
    this.#tell([]);
  }

  #tell(fresh: readonly NotificationRow[]): void {
    for (const listener of this.#listeners) listener(fresh);
  }

  #publish(id: string): void {
    this.#telling = true;
    this.#deps.bus.publish('notifications-changed', id);
    this.#telling = false;
  }
}
