import { setImmediate as nextTurn } from 'node:timers/promises';
import { APART_MS, isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { GuestRow } from '../../db/tables.ts';
import { guestMails } from '../../delivery/outbox-queries.ts';
import { Replica } from '../../live/replica.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { DAY_MS, Presence, type PresentGuest, REMEMBERED_MAX } from './presence.ts';
import { guestsSeenSince, putGuests } from './queries.ts';

type PresenceReplicaDeps = Pick<Core, 'db' | 'clock' | 'bus' | 'log' | 'severalProcesses'>;

const WRITE_EVERY_MS = 400;
/** Other processes need not know of every poll, only often enough to see that a guest is still there. */
const SEEN_WRITTEN_EVERY_MS = 5_000;
const SEEN_READ_EVERY_MS = 3_000;
const ROWS_AT_ONCE = 200;

/** Page views are added to those in the table. */
const rowOf = ({ mail: _, unwritten, writtenAt: __, ...guest }: PresentGuest): GuestRow => ({
  ...guest,
  page_views: unwritten,
});

/**
 * The guests whom every process sees alike: what happens here is written to the database in bundles, from where other
 * processes and the next start read it, and so is what becomes of the mails with their codes.
 */
export class PresenceReplica {
  readonly guests: Presence;
  readonly #deps: PresenceReplicaDeps;
  readonly #replica: Replica;
  readonly #unwritten = new Set<string>();
  readonly #mailChanged = new Set<string>();
  readonly #listeners: (() => void)[] = [];
  /** Something happened here that other processes have not been told yet. */
  #isUntold = false;
  /** Another process has told that it wrote something. */
  #isUnread = false;
  #readUpTo = 0;
  #readAt = 0;

  constructor(deps: PresenceReplicaDeps) {
    this.#deps = deps;
    this.guests = new Presence(deps.clock);
    const { bus } = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'guests',
      load: () => this.load(),
      upkeep: { everyMs: WRITE_EVERY_MS, run: () => this.#upkeep() },
    });
    bus.subscribe('prompt-changed', () => this.#changed());
    bus.subscribe('redirect-changed', () => this.#changed());
    bus.subscribe('guests-changed', () => {
      this.#isUnread = deps.severalProcesses;
      this.#changed();
    });
    bus.subscribe('guest-mail-changed', (ip) => {
      if (this.guests.get(ip) !== undefined) this.#mailChanged.add(ip);
    });
  }

  async load(): Promise<void> {
    this.#readUpTo = 0;
    await this.#read();
    await this.#setMails({ most: REMEMBERED_MAX });
    this.#mailChanged.clear();
    this.#changed();
  }

  /** After the commit of the page view. */
  viewed(page: string, visitor: Visitor, at: number): void {
    this.#unwritten.add(this.guests.viewed(page, visitor, at).ip_address);
    this.acted();
  }

  /** A guest's page has asked for something. On the way of every poll, so it does next to nothing. */
  seen(ip: string): void {
    const guest = this.guests.get(ip);
    if (guest === undefined) return;
    const { clock, severalProcesses } = this.#deps;
    const now = clock.now();
    const wasOnline = this.guests.isOnline(guest);
    guest.last_seen_at = now;
    if (!wasOnline) this.acted();
    if (!wasOnline || (severalProcesses && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, now)))
      this.#unwritten.add(ip);
  }

  /** A guest has done something that the log shows. */
  acted(): void {
    this.#isUntold = true;
    this.#changed();
  }

  /** The mail with a guest's code was put, sent or refused; every process looks it up. */
  mailChanged(ip: string): void {
    this.#deps.bus.publish('guest-mail-changed', ip);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly settle = () => this.#replica.settle();
  readonly close = () => this.#replica.close();

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  async #upkeep(): Promise<void> {
    const { clock, severalProcesses } = this.#deps;
    await this.#write();
    await this.#readMails();
    if (this.#isUnread) {
      this.#isUnread = false;
      await this.#read();
      this.#changed();
    } else if (severalProcesses && isLongAgo(this.#readAt, SEEN_READ_EVERY_MS, clock.now())) {
      await this.#read();
    }
  }

  async #write(): Promise<void> {
    const { db, clock, bus, severalProcesses } = this.#deps;
    const ips = [...this.#unwritten];
    for (let at = 0; at < ips.length; at += ROWS_AT_ONCE) {
      const batch = ips.slice(at, at + ROWS_AT_ONCE);
      // Before it is written: what a guest does meanwhile is for the next time.
      for (const ip of batch) this.#unwritten.delete(ip);
      const guests = batch.flatMap((ip) => this.guests.get(ip) ?? []);
      const rows = guests.map(rowOf);
      try {
        if (rows.length > 0) await putGuests(db, rows, clock.now() + APART_MS);
      } catch (error) {
        for (const { ip_address } of guests) this.#unwritten.add(ip_address);
        throw error;
      }
      for (const [index, guest] of guests.entries()) {
        guest.unwritten -= rows[index]?.page_views ?? 0;
        guest.writtenAt = clock.now();
      }
      await nextTurn();
    }
    if (!this.#isUntold) return;
    this.#isUntold = false;
    if (severalProcesses) bus.publish('guests-changed', 'all');
  }

  /** What other processes have written since the last time, and at the start everything of the last day. */
  async #read(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    this.#readAt = now;
    const since = Math.max(Math.min(this.#readUpTo, now) - SEEN_WRITTEN_EVERY_MS, this.#dayAgo());
    const rows = await guestsSeenSince(db, since, REMEMBERED_MAX);
    for (const row of rows.reverse()) {
      // What became of the mail of a guest of another process may have been told before the guest was known here.
      if (this.guests.merge(row)) this.#mailChanged.add(row.ip_address);
      this.#readUpTo = Math.max(this.#readUpTo, row.last_seen_at);
    }
  }

  async #readMails(): Promise<void> {
    const ips = [...this.#mailChanged].slice(0, ROWS_AT_ONCE);
    if (ips.length === 0) return;
    await this.#setMails({ guests: ips });
    for (const ip of ips) this.#mailChanged.delete(ip);
    this.#changed();
  }

  async #setMails(of: Parameters<typeof guestMails>[2]): Promise<void> {
    for (const { guest_ip, ...mail } of await guestMails(this.#deps.db, this.#dayAgo(), of)) {
      const guest = this.guests.get(guest_ip);
      if (guest !== undefined) guest.mail = mail;
    }
  }

  #dayAgo(): number {
    return this.#deps.clock.now() - DAY_MS;
  }
}
