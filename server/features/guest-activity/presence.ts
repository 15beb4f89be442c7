import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { APART_MS, type Clock, isAhead, isLongAgo } from '../../clock.ts';
import type { Db, GuestRow, OutboxRow } from '../../db/tables.ts';
import type { Bus } from '../../live/bus.ts';
import type { Log } from '../../log.ts';
import type { Visitor } from '../../visitor/visitor.ts';

interface PresenceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly severalProcesses: boolean;
}

export type GuestMail = Pick<OutboxRow, 'state' | 'error' | 'created_at' | 'finished_at'>;

export interface PresentGuest {
  readonly ip: string;
  lastPage: string;
  pageSince: number;
  /** When the last page was opened. With several processes, each knows of some pages only: the newest counts. */
  viewedAt: number;
  pageViews: number;
  seenAt: number;
  location: string;
  device: string;
  mail: GuestMail | null;
  /** Page views that are not in the database yet. */
  unwritten: number;
  writtenAt: number;
}

/** Guests ask every two to five seconds while their page is open. */
const ONLINE_MS = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const REMEMBERED_MAX = 20_000;
const SHOWN_MAX = 1_000;
const WRITE_EVERY_MS = 400;
/** Other processes need not know of every poll, only often enough to see that a guest is still there. */
const SEEN_WRITTEN_EVERY_MS = 5_000;
const SEEN_READ_EVERY_MS = 3_000;
const ROWS_AT_ONCE = 200;

/**
 * Which guests are there and where, in memory: polls and page views change it without a query, staff read it without
 * one. Written to the database in bundles, from where other processes and the next start read it.
 */
export class GuestPresence {
  readonly #deps: PresenceDeps;
  readonly #guests = new Map<string, PresentGuest>();
  readonly #unwritten = new Set<string>();
  readonly #mailChanged = new Set<string>();
  readonly #listeners: (() => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #announce = false;
  #reload = false;
  #readUpTo = 0;
  #readAt = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    const { bus } = deps;
    bus.subscribe('guest-steered', () => this.#changed());
    bus.subscribe('guests-changed', () => {
      this.#reload = deps.severalProcesses;
      this.#changed();
    });
    bus.subscribe('guest-mail', (ip) => {
      if (this.#guests.has(ip)) this.#mailChanged.add(ip);
    });
    bus.onGap(() => {
      this.#readUpTo = 0;
      this.#reload = true;
    });
    this.#timer = setInterval(() => this.#next(), WRITE_EVERY_MS);
    this.#timer.unref();
  }

  async load(): Promise<void> {
    await this.#read();
    const mails = await this.#deps.db
      .selectFrom('outbox')
      .select(['guest_ip', 'state', 'error', 'created_at', 'finished_at'])
      .where('guest_ip', 'is not', null)
      .where('created_at', '>', this.#deps.clock.now() - DAY_MS)
      .orderBy('created_at', 'desc')
      .limit(REMEMBERED_MAX)
      .execute();
    for (const { guest_ip, ...mail } of mails.reverse()) this.#setMail(guest_ip as string, mail);
    this.#mailChanged.clear();
  }

  /** After the commit of the page view. */
  viewed(page: string, visitor: Visitor, at: number): void {
    const guest = this.#guests.get(visitor.ipAddress) ?? this.#enter(visitor.ipAddress, page, at);
    if (guest.lastPage !== page) guest.pageSince = at;
    guest.lastPage = page;
    guest.viewedAt = at;
    guest.pageViews += 1;
    guest.unwritten += 1;
    guest.seenAt = at;
    guest.location = visitor.location;
    guest.device = visitor.device;
    this.#unwritten.add(guest.ip);
    this.acted();
  }

  /** A guest's page has asked for something. On the way of every poll, so it does next to nothing. */
  seen(ip: string): void {
    const guest = this.#guests.get(ip);
    if (guest === undefined) return;
    const now = this.#deps.clock.now();
    const wasOnline = this.isOnline(guest);
    guest.seenAt = now;
    if (!wasOnline) this.acted();
    if (!wasOnline || (this.#deps.severalProcesses && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, now)))
      this.#unwritten.add(ip);
  }

  /** A guest has done something that the log shows. */
  acted(): void {
    this.#announce = true;
    this.#changed();
  }

  /** The mail with a guest's code was put, sent or refused; every process looks it up. */
  mailChanged(ip: string): void {
    this.#deps.bus.publish('guest-mail', ip);
  }

  isOnline(guest: Pick<PresentGuest, 'seenAt'>): boolean {
    const now = this.#deps.clock.now();
    return now - guest.seenAt < ONLINE_MS && !isAhead(guest.seenAt, now);
  }

  online(): number {
    let count = 0;
    for (const guest of this.#guests.values()) if (this.isOnline(guest)) count += 1;
    return count;
  }

  /** For settings in which both prompts have the same words. */
  isEnteringEmail(ip: string): boolean {
    return this.#guests.get(ip)?.lastPage === 'Email Entry Page';
  }

  /** Last seen first. */
  list(): PresentGuest[] {
    const oldest = this.#deps.clock.now() - DAY_MS;
    return [...this.#guests.values()]
      .filter((guest) => guest.seenAt > oldest)
      .sort((one, other) => other.seenAt - one.seenAt || (one.ip < other.ip ? -1 : 1))
      .slice(0, SHOWN_MAX);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Writes what is new and reads what others wrote; the process does it by itself, tests call it. */
  async settle(): Promise<void> {
    this.#next();
    await this.#writing;
  }

  sweep(): void {
    const oldest = this.#deps.clock.now() - DAY_MS;
    for (const [ip, guest] of this.#guests) if (guest.seenAt <= oldest) this.#guests.delete(ip);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.settle();
  }

  #enter(ip: string, page: string, at: number): PresentGuest {
    const guest = {
      ip,
      lastPage: page,
      pageSince: at,
      viewedAt: at,
      pageViews: 0,
      seenAt: at,
      location: '',
      device: '',
      mail: null,
      unwritten: 0,
      writtenAt: 0,
    };
    this.#guests.set(ip, guest);
    if (this.#guests.size > REMEMBERED_MAX) this.#guests.delete(this.#guests.keys().next().value as string);
    return guest;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #next(): void {
    this.#writing = this.#writing
      .then(async () => {
        await this.#write();
        await this.#readMails();
        if (this.#reload) {
          await this.#read();
          this.#changed();
        } else if (this.#deps.severalProcesses && isLongAgo(this.#readAt, SEEN_READ_EVERY_MS, this.#deps.clock.now())) {
          await this.#read();
        }
      })
      .catch((error) => {
        this.#reload = true;
        this.#deps.log.warn({ err: error }, 'guests not written, trying again');
      });
  }

  async #write(): Promise<void> {
    const { db, clock, bus, severalProcesses } = this.#deps;
    const ips = [...this.#unwritten];
    for (let at = 0; at < ips.length; at += ROWS_AT_ONCE) {
      const guests = ips.slice(at, at + ROWS_AT_ONCE).flatMap((ip) => this.#guests.get(ip) ?? []);
      const rows = guests.map(
        (guest): GuestRow => ({
          ip_address: guest.ip,
          last_page: guest.lastPage,
          page_since: guest.pageSince,
          page_views: guest.unwritten,
          last_seen_at: guest.seenAt,
          location: guest.location,
          device: guest.device,
          viewed_at: guest.viewedAt,
        }),
      );
      if (rows.length > 0) await upsert(db, rows, clock.now() + APART_MS);
      for (const [index, guest] of guests.entries()) {
        guest.unwritten -= rows[index]?.page_views ?? 0;
        guest.writtenAt = clock.now();
        this.#unwritten.delete(guest.ip);
      }
      await nextTurn();
    }
    if (!this.#announce) return;
    this.#announce = false;
    if (severalProcesses) bus.publish('guests-changed', 'all');
  }

  /** What other processes have written since the last time, and at the start everything of the last day. */
  async #read(): Promise<void> {
    const { db, clock } = this.#deps;
    this.#reload = false;
    const now = clock.now();
    this.#readAt = now;
    const since = Math.max(Math.min(this.#readUpTo, now) - SEEN_WRITTEN_EVERY_MS, now - DAY_MS);
    const rows = await db
      .selectFrom('guests')
      .selectAll()
      .where('last_seen_at', '>', since)
      .orderBy('last_seen_at', 'desc')
      .limit(REMEMBERED_MAX)
      .execute();
    for (const row of rows.reverse()) {
      const guest = this.#guests.get(row.ip_address) ?? this.#meet(row);
      guest.pageViews = row.page_views + guest.unwritten;
      if (counts(row.last_seen_at, guest.seenAt, now)) guest.seenAt = row.last_seen_at;
      if (counts(row.viewed_at, guest.viewedAt, now)) {
        guest.lastPage = row.last_page;
        guest.pageSince = row.page_since;
        guest.viewedAt = row.viewed_at;
        guest.location = row.location;
        guest.device = row.device;
      }
      this.#readUpTo = Math.max(this.#readUpTo, row.last_seen_at);
    }
  }

  /** A guest of another process. What became of their mail may have been told before they were known here. */
  #meet(row: GuestRow): PresentGuest {
    this.#mailChanged.add(row.ip_address);
    return this.#enter(row.ip_address, row.last_page, row.viewed_at);
  }

  async #readMails(): Promise<void> {
    const ips = [...this.#mailChanged].slice(0, ROWS_AT_ONCE);
    if (ips.length === 0) return;
    const mails = await this.#deps.db
      .selectFrom('outbox')
      .select(['guest_ip', 'state', 'error', 'created_at', 'finished_at'])
      .where('guest_ip', 'in', ips)
      .where('created_at', '>', this.#deps.clock.now() - DAY_MS)
      .orderBy('created_at')
      .execute();
    for (const ip of ips) this.#mailChanged.delete(ip);
    for (const { guest_ip, ...mail } of mails) this.#setMail(guest_ip as string, mail);
    this.#changed();
  }

  #setMail(ip: string, mail: GuestMail): void {
    const guest = this.#guests.get(ip);
    if (guest !== undefined) guest.mail = mail;
  }
}

/** Of two times the later one counts, but not one from before the clock was set back. */
const counts = (time: number, known: number, now: number) =>
  isAhead(known, now) || (time >= known && !isAhead(time, now));

async function upsert(db: Db, rows: GuestRow[], latest: number): Promise<void> {
  const newest = (column: string, by = 'viewed_at') =>
    sql<never>`case when excluded.${sql.ref(by)} >= guests.${sql.ref(by)} or guests.${sql.ref(by)} > ${latest}
      then excluded.${sql.ref(column)} else guests.${sql.ref(column)} end`;
  await db
    .insertInto('guests')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('ip_address').doUpdateSet({
        last_page: newest('last_page'),
        page_since: newest('page_since'),
        viewed_at: newest('viewed_at'),
        last_seen_at: newest('last_seen_at', 'last_seen_at'),
        page_views: sql`guests.page_views + excluded.page_views`,
        location: newest('location'),
        device: newest('device'),
      }),
    )
    .execute();
}
