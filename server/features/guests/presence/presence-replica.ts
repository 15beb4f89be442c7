import { setImmediate as nextTurn } from 'node:timers/promises';
import { CLOCK_SKEW_MS, DAY_MS, isLongAgo } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import type { GuestRow } from '../../../db/tables.ts';
import { mailStepOf } from '../../../delivery/mail-step.ts';
import { guestMails } from '../../../delivery/outbox-queries.ts';
import { type GuestSockets, guestKey } from '../../../live/guest-sockets.ts';
import { Replica } from '../../../live/replica.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import { verificationFacts } from '../../verification/facts.ts';
import { isInFlow } from './eviction-rank.ts';
import { type LatestMail, Presence, type PresentGuest, REMEMBERED_MAX } from './presence.ts';
import { deleteCrowdedOut, guestsSeenSince, putGuests } from './queries.ts';

interface PresenceReplicaDeps extends Pick<Core, 'db' | 'clock' | 'bus' | 'log' | 'severalProcesses'> {
  readonly guestSockets: GuestSockets;
}

const WRITE_EVERY_MS = 400;
/** Polls alone are written less often. */
const SEEN_WRITTEN_EVERY_MS = 5_000;
const SEEN_READ_EVERY_MS = 3_000;
const ROWS_AT_ONCE = 200;
/** Of a larger crowd, only those who come back are written. */
const NEWCOMERS_AT_ONCE = 500;
/** Deletes surplus rows after so many writes. */
const TOO_MANY_ROWS = 2_000;
/** Covers clock skew between processes and the delay of a batch. */
const READ_AGAIN_MS = 2 * CLOCK_SKEW_MS;
/** Longer than any read or write that had begun before the erasure. */
const ERASED_KEPT_MS = 10_000;

/** `page_views` is what to add. */
const rowOf = (guest: PresentGuest): GuestRow => ({
  id: guest.id,
  ip_address: guest.ip_address,
  last_page: guest.last_page,
  page_since: guest.page_since,
  viewed_at: guest.viewed_at,
  page_views: guest.unwritten,
  presence: guest.left_at === null ? guest.said : 'left',
  presence_since: guest.left_at ?? guest.said_at,
  last_seen_at: guest.last_seen_at,
  location: guest.location,
  device: guest.device,
  language: guest.language,
});

function hasChanged(before: LatestMail, mail: LatestMail): boolean {
  const [then, now] = [mailStepOf(before), mailStepOf(mail)];
  return before.id !== mail.id || then.step !== now.step || then.endedAt !== now.endedAt;
}

/** `at once` for changes by staff. */
type Listener = (seen: 'at once' | 'soon') => void;

/** Presence is the same on every process. Also follows verifications and emails. */
export class PresenceReplica {
  readonly guests: Presence;
  readonly #deps: PresenceReplicaDeps;
  readonly #replica: Replica;
  readonly #unwritten = new Set<string>();
  readonly #factsChanged = new Set<string>();
  /** Newcomers who may have a code from before. Read in batches, because they can come in crowds. */
  readonly #factsUnread = new Set<string>();
  /** Erased guests, which rows still being read must not bring back; a new visit may. */
  readonly #erased = new Map<string, number>();
  readonly #listeners: Listener[] = [];
  #isUntold = false;
  #isUnread = false;
  #readUpTo = 0;
  #readAt = 0;
  #rowsWritten = 0;

  constructor(deps: PresenceReplicaDeps) {
    this.#deps = deps;
    this.guests = new Presence(deps.clock, (id) => {
      this.#unwritten.delete(id);
      this.#factsChanged.delete(id);
      this.#factsUnread.delete(id);
    });
    const { bus, guestSockets } = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'guests',
      load: () => this.load(),
      upkeep: { everyMs: WRITE_EVERY_MS, run: () => this.#upkeep() },
    });
    guestSockets.onOpen((id) => this.connected(id));
    guestSockets.onClose((id, how) => this.disconnected(id, how));
    for (const topic of ['message-changed', 'assignment-changed', 'help-changed'] as const)
      bus.subscribe(topic, (target) => {
        this.#hasActed(target);
        this.#changed('at once');
      });
    bus.subscribe('guests-changed', () => {
      this.#isUnread = deps.severalProcesses;
      this.#changed('soon');
    });
    bus.subscribe('person-erased', (id) => {
      this.#erased.set(id, deps.clock.now());
      this.guests.forget(id);
      // A write that had begun may have inserted the row again.
      void this.#replica.read(() => this.#deleteForgotten(id));
      this.#changed('at once');
    });
    bus.subscribe('guest-mail-changed', (id) => {
      if (this.#hasActed(id)) this.#factsChanged.add(id);
    });
  }

  async load(): Promise<void> {
    this.#readUpTo = 0;
    await this.#read();
    await this.#setFacts({ most: REMEMBERED_MAX });
    this.#factsChanged.clear();
    this.#factsUnread.clear();
    this.#changed('at once');
  }

  /** For tests that memory stays bounded. */
  sizes(): { guests: number; unwritten: number } {
    return { guests: this.guests.size, unwritten: this.#unwritten.size };
  }

  /** A browser without a cookie can't have a code, so nothing needs to be read. */
  viewed(id: string, page: string, visitor: Visitor, { at, isKnown }: { at: number; isKnown: boolean }): void {
    if (isKnown && this.guests.get(id) === undefined) this.#factsUnread.add(id);
    this.#erased.delete(id);
    this.guests.viewed(id, page, visitor, at);
    this.#touched(id);
  }

  /** Called on every poll, so it must be cheap. */
  seen(id: string, ipAddress: string, language: string): void {
    const guest = this.guests.get(id);
    if (guest === undefined) return;
    if (this.guests.seen(guest, ipAddress, language)) this.#touched(id);
    else this.#writeNowAndThen(guest);
  }

  said(id: string, page: string, word: 'here' | 'away' | 'left', visitor: Visitor): void {
    const isNew = this.guests.get(id) === undefined;
    if (word !== 'left') this.#erased.delete(id);
    this.guests.said(id, page, word, visitor);
    if (isNew && word !== 'left') this.#factsUnread.add(id);
    this.#touched(id);
  }

  connected(id: string): void {
    this.guests.connected(id);
    this.#touched(id);
  }

  disconnected(id: string, how: 'closed' | 'lost'): void {
    this.guests.disconnected(id, how);
    this.#touched(id);
  }

  acted(id: string): void {
    this.#hasActed(id);
    this.logged();
  }

  logged(): void {
    this.#isUntold = true;
    this.#changed('soon');
  }

  verificationChanged(id: string): void {
    this.#deps.bus.publish('guest-mail-changed', id);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  readonly settle = () => this.#replica.settle();

  /** Otherwise guests would be missing after a restart until they poll. */
  async close(): Promise<void> {
    this.#writeThoseThere();
    await this.#replica.close();
  }

  async #deleteForgotten(id: string): Promise<void> {
    if (this.guests.get(id) === undefined) await this.#deps.db.deleteFrom('guests').where('id', '=', id).execute();
  }

  #changed(seen: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners) listener(seen);
  }

  #hasActed(id: string): boolean {
    const guest = this.guests.get(id);
    if (guest !== undefined) guest.acted = true;
    return guest !== undefined;
  }

  #touched(id: string): void {
    if (this.guests.get(id) === undefined) return;
    this.#unwritten.add(id);
    this.logged();
  }

  #writeNowAndThen(guest: PresentGuest): void {
    const { clock, severalProcesses } = this.#deps;
    if (severalProcesses && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, clock.now()))
      this.#unwritten.add(guest.id);
  }

  async #upkeep(): Promise<void> {
    const { clock, severalProcesses } = this.#deps;
    for (const [id, at] of this.#erased) if (isLongAgo(at, ERASED_KEPT_MS, clock.now())) this.#erased.delete(id);
    for (const guest of this.guests.stillConnected()) this.#writeNowAndThen(guest);
    await this.#write();
    await this.#shorten();
    await this.#readFacts();
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
    // Reset before the write, so that changes during it count for the next one.
    const isUntold = this.#isUntold;
    this.#isUntold = false;
    this.#leaveOutCrowd();
    const ids = [...this.#unwritten];
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const batch = ids.slice(at, at + ROWS_AT_ONCE);
      for (const id of batch) this.#unwritten.delete(id);
      const guests = batch.flatMap((id) => this.guests.get(id) ?? []);
      const rows = guests.map(rowOf);
      try {
        await putGuests(db, rows, clock.now() + CLOCK_SKEW_MS);
      } catch (error) {
        for (const { id } of guests) if (this.guests.get(id) !== undefined) this.#unwritten.add(id);
        this.#isUntold ||= isUntold;
        throw error;
      }
      for (const [index, guest] of guests.entries()) {
        guest.unwritten -= rows[index]?.page_views ?? 0;
        guest.writtenAt = clock.now();
      }
      this.#rowsWritten += rows.length;
      await nextTurn();
    }
    if (isUntold && severalProcesses) bus.publish('guests-changed', 'all');
  }

  #leaveOutCrowd(): void {
    let left = NEWCOMERS_AT_ONCE;
    if (this.#unwritten.size <= left) return;
    // Newest first: the older ones have probably left.
    for (const id of [...this.#unwritten].reverse()) {
      const guest = this.guests.get(id);
      if (guest === undefined || guest.writtenAt > 0 || isInFlow(guest)) continue;
      left -= 1;
      if (left < 0) this.#unwritten.delete(id);
    }
  }

  async #shorten(): Promise<void> {
    if (this.#rowsWritten < TOO_MANY_ROWS) return;
    // Write who is here, or guests who only poll would be among the oldest rows and deleted.
    this.#writeThoseThere();
    await this.#write();
    for (; this.#rowsWritten > 0; this.#rowsWritten -= ROWS_AT_ONCE) {
      if ((await deleteCrowdedOut(this.#deps.db, ROWS_AT_ONCE)) === 0) break;
      await nextTurn();
    }
    this.#rowsWritten = 0;
  }

  #writeThoseThere(): void {
    const now = this.#deps.clock.now();
    for (const guest of this.guests.all())
      if (this.guests.isThere(guest) && isInFlow(guest) && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, now))
        this.#unwritten.add(guest.id);
  }

  async #read(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const since = Math.max(
      Math.min(this.#readUpTo, now) - SEEN_WRITTEN_EVERY_MS,
      // Without newcomers, don't read the last rows again and again.
      this.#readUpTo === 0 ? 0 : Math.min(this.#readAt, now) - READ_AGAIN_MS,
      this.#dayAgo(),
    );
    const rows = await guestsSeenSince(db, since, REMEMBERED_MAX);
    this.#readAt = now;
    // Don't bring back guests whom the sweep forgot.
    const oldest = this.#dayAgo();
    for (const row of rows.reverse()) {
      if (row.last_seen_at <= oldest || this.#erased.has(row.id)) continue;
      // Their code may have changed before this process knew them.
      if (this.guests.merge(row, { isWritten: !this.#unwritten.has(row.id) })) this.#factsUnread.add(row.id);
      this.#readUpTo = Math.max(this.#readUpTo, row.last_seen_at);
    }
  }

  async #readFacts(): Promise<void> {
    const ids = [...new Set([...this.#factsChanged, ...this.#factsUnread])].slice(0, ROWS_AT_ONCE);
    if (ids.length === 0) return;
    // Delete before reading, so that changes during it count for the next read.
    for (const id of ids) {
      this.#factsChanged.delete(id);
      this.#factsUnread.delete(id);
    }
    try {
      await this.#setFacts({ guests: ids });
    } catch (error) {
      for (const id of ids) if (this.guests.get(id) !== undefined) this.#factsChanged.add(id);
      throw error;
    }
    this.#changed('soon');
  }

  async #setFacts(of: Parameters<typeof guestMails>[2]): Promise<void> {
    const facts = await verificationFacts(this.#deps, this.#dayAgo(), of);
    // Guests without facts: an erasure may have deleted them.
    const gone = new Set('guests' in of ? of.guests : []);
    for (const { guestId, ...verification } of facts) {
      gone.delete(guestId);
      const guest = this.guests.get(guestId);
      if (guest === undefined) continue;
      guest.acted = true;
      guest.verification = verification;
    }
    for (const guestId of gone) {
      const guest = this.guests.get(guestId);
      if (guest === undefined || guest.verification === null) continue;
      guest.verification = null;
      guest.mail = null;
    }
    const mails = await guestMails(this.#deps.db, this.#dayAgo(), of);
    // Oldest first, so that each guest's last email remains.
    const latest = new Map(mails.map(({ guest_id, ...mail }) => [guest_id, mail]));
    for (const [guestId, mail] of latest) {
      const guest = this.guests.get(guestId);
      if (guest === undefined) continue;
      const before = guest.mail;
      guest.mail = mail;
      if (before === null || hasChanged(before, mail)) this.#deps.guestSockets.notify(guestKey(guestId));
    }
  }

  #dayAgo(): number {
    return this.#deps.clock.now() - DAY_MS;
  }
}
