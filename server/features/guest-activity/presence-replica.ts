import { setImmediate as nextTurn } from 'node:timers/promises';
import { APART_MS, isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { GuestRow } from '../../db/tables.ts';
import { guestMails } from '../../delivery/outbox-queries.ts';
import { Replica } from '../../live/replica.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { DAY_MS, Presence, type PresentGuest, REMEMBERED_MAX } from './presence.ts';
import { deleteCrowdedOut, guestsSeenSince, putGuests } from './queries.ts';
import { isInFlow } from './standing.ts';

type PresenceReplicaDeps = Pick<Core, 'db' | 'clock' | 'bus' | 'log' | 'severalProcesses'>;

const WRITE_EVERY_MS = 400;
/** Other processes need not know of every poll, only often enough to see that a guest is still there. */
const SEEN_WRITTEN_EVERY_MS = 5_000;
const SEEN_READ_EVERY_MS = 3_000;
const ROWS_AT_ONCE = 200;
/** Newcomers written at once. Those of a greater crowd who come again are written then; the others nobody misses. */
const NEWCOMERS_AT_ONCE = 500;
/** The table may be so many rows too long before what is too much is deleted. */
const TOO_MANY_ROWS = 2_000;
/** Nobody's clock differs by more, and no bundle is on its way for longer. */
const READ_AGAIN_MS = 2 * APART_MS;

/** Page views are added to those in the table. */
const rowOf = (guest: PresentGuest): GuestRow => ({
  id: guest.id,
  ip_address: guest.ip_address,
  last_page: guest.last_page,
  page_since: guest.page_since,
  viewed_at: guest.viewed_at,
  page_views: guest.unwritten,
  presence: guest.presence,
  presence_since: guest.presence_since,
  last_seen_at: guest.last_seen_at,
  location: guest.location,
  device: guest.device,
});

/** How redirects name a guest on the bus. */
const GUEST_REDIRECT = 'guest:';

/** Told when something has changed, and whether staff did it: that is to be seen at once. */
type Listener = (seen: 'at once' | 'soon') => void;

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
  readonly #listeners: Listener[] = [];
  /** Something happened here that other processes have not been told yet. */
  #isUntold = false;
  /** Another process has told that it wrote something. */
  #isUnread = false;
  #readUpTo = 0;
  #readAt = 0;
  #rowsWritten = 0;

  constructor(deps: PresenceReplicaDeps) {
    this.#deps = deps;
    this.guests = new Presence(deps.clock, (ip) => {
      this.#unwritten.delete(ip);
      this.#mailChanged.delete(ip);
    });
    const { bus } = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'guests',
      load: () => this.load(),
      upkeep: { everyMs: WRITE_EVERY_MS, run: () => this.#upkeep() },
    });
    bus.subscribe('prompt-changed', (ip) => this.#steered(ip));
    bus.subscribe('redirect-changed', (key) =>
      this.#steered(key.startsWith(GUEST_REDIRECT) ? key.slice(GUEST_REDIRECT.length) : null),
    );
    bus.subscribe('guests-changed', () => {
      this.#isUnread = deps.severalProcesses;
      this.#changed('soon');
    });
    bus.subscribe('guest-mail-changed', (ip) => {
      if (this.#hasActed(ip)) this.#mailChanged.add(ip);
    });
  }

  async load(): Promise<void> {
    this.#readUpTo = 0;
    await this.#read();
    await this.#setMails({ most: REMEMBERED_MAX });
    this.#mailChanged.clear();
    this.#changed('at once');
  }

  /** How much there is in memory; nothing of it grows with what strangers do. */
  sizes(): { guests: number; unwritten: number; mailChanged: number } {
    return { guests: this.guests.size, unwritten: this.#unwritten.size, mailChanged: this.#mailChanged.size };
  }

  /** After the commit of the page view. */
  viewed(page: string, visitor: Visitor, at: number): void {
    this.#unwritten.add(this.guests.viewed(page, visitor, at).ip_address);
    this.logged();
  }

  /** A guest's page has asked for something. On the way of every poll, so it does next to nothing. */
  seen(ip: string): void {
    const guest = this.guests.get(ip);
    if (guest === undefined) return;
    const { clock, severalProcesses } = this.#deps;
    const now = clock.now();
    const wasOnline = this.guests.isOnline(guest);
    guest.last_seen_at = now;
    if (!wasOnline) this.logged();
    if (!wasOnline || (severalProcesses && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, now)))
      this.#unwritten.add(ip);
  }

  /** A guest has entered something, which the log shows. */
  acted(ip: string): void {
    this.#hasActed(ip);
    this.logged();
  }

  /** Guests or their log are others than before. */
  logged(): void {
    this.#isUntold = true;
    this.#changed('soon');
  }

  /** The mail with a guest's code was put, sent or refused; every process looks it up. */
  mailChanged(ip: string): void {
    this.#deps.bus.publish('guest-mail-changed', ip);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  readonly settle = () => this.#replica.settle();
  readonly close = () => this.#replica.close();

  #changed(seen: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners) listener(seen);
  }

  /** Answers whether the guest is known here. */
  #hasActed(ip: string): boolean {
    const guest = this.guests.get(ip);
    if (guest !== undefined) guest.acted = true;
    return guest !== undefined;
  }

  /** The support team has sent a guest something, or taken it back. */
  #steered(ip: string | null): void {
    if (ip !== null) this.#hasActed(ip);
    this.#changed('at once');
  }

  async #upkeep(): Promise<void> {
    const { clock, severalProcesses } = this.#deps;
    await this.#write();
    await this.#shorten();
    await this.#readMails();
    if (this.#isUnread) {
      this.#isUnread = false;
      await this.#read();
      this.#changed('soon');
    } else if (severalProcesses && isLongAgo(this.#readAt, SEEN_READ_EVERY_MS, clock.now())) {
      await this.#read();
    }
  }

  async #write(): Promise<void> {
    const { db, clock, bus, severalProcesses } = this.#deps;
    this.#leaveOutCrowd();
    const ips = [...this.#unwritten];
    for (let at = 0; at < ips.length; at += ROWS_AT_ONCE) {
      const batch = ips.slice(at, at + ROWS_AT_ONCE);
      // Before it is written: what a guest does meanwhile is for the next time.
      for (const ip of batch) this.#unwritten.delete(ip);
      const guests = batch.flatMap((ip) => this.guests.get(ip) ?? []);
      const rows = guests.map(rowOf);
      try {
        await putGuests(db, rows, clock.now() + APART_MS);
      } catch (error) {
        for (const { ip_address: ip } of guests) if (this.guests.get(ip) !== undefined) this.#unwritten.add(ip);
        throw error;
      }
      for (const [index, guest] of guests.entries()) {
        guest.unwritten -= rows[index]?.page_views ?? 0;
        guest.writtenAt = clock.now();
      }
      this.#rowsWritten += rows.length;
      await nextTurn();
    }
    if (!this.#isUntold) return;
    this.#isUntold = false;
    if (severalProcesses) bus.publish('guests-changed', 'all');
  }

  /** Of a crowd that comes at once, and has done nothing yet but come, only some are written. */
  #leaveOutCrowd(): void {
    let left = NEWCOMERS_AT_ONCE;
    if (this.#unwritten.size <= left) return;
    // The last first: who came long ago and has not come again since is no longer there.
    for (const ip of [...this.#unwritten].reverse()) {
      const guest = this.guests.get(ip);
      if (guest === undefined || guest.writtenAt > 0 || isInFlow(guest)) continue;
      left -= 1;
      if (left < 0) this.#unwritten.delete(ip);
    }
  }

  /** The table has as many rows as memory has guests; where a crowd comes, what is too much goes at once. */
  async #shorten(): Promise<void> {
    if (this.#rowsWritten < TOO_MANY_ROWS) return;
    const now = this.#deps.clock.now();
    // Those who are there are not to be among the oldest rows, and would be when all they do is poll.
    for (const guest of this.guests.all())
      if (this.guests.isOnline(guest) && isInFlow(guest) && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, now))
        this.#unwritten.add(guest.ip_address);
    await this.#write();
    // Not more than were written: what is too much since before is left to the sweep, which takes its time.
    for (; this.#rowsWritten > 0; this.#rowsWritten -= ROWS_AT_ONCE) {
      if ((await deleteCrowdedOut(this.#deps.db, ROWS_AT_ONCE)) === 0) break;
      await nextTurn();
    }
    this.#rowsWritten = 0;
  }

  /** What other processes have written since the last time, and at the start everything of the last day. */
  async #read(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const since = Math.max(
      Math.min(this.#readUpTo, now) - SEEN_WRITTEN_EVERY_MS,
      // When nobody comes any more, the last ones are not read again and again.
      this.#readUpTo === 0 ? 0 : Math.min(this.#readAt, now) - READ_AGAIN_MS,
      this.#dayAgo(),
    );
    const rows = await guestsSeenSince(db, since, REMEMBERED_MAX);
    this.#readAt = now;
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
    this.#changed('soon');
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
