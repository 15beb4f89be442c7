import { setImmediate as nextTurn } from 'node:timers/promises';
import { CLOCK_SKEW_MS, isLongAgo } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import type { GuestRow } from '../../../db/tables.ts';
import { mailStepOf } from '../../../delivery/mail-step.ts';
import { guestMails } from '../../../delivery/outbox-queries.ts';
import { Replica } from '../../../live/replica.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import type { Verification } from '../../verification/outcome.ts';
import { isInFlow } from './eviction-rank.ts';
import { DAY_MS, type LatestMail, Presence, type PresentGuest, REMEMBERED_MAX } from './presence.ts';
import { deleteCrowdedOut, guestsSeenSince, putGuests } from './queries.ts';

/** Of these browsers, or of so many. */
type Which = Parameters<typeof guestMails>[2];

interface PresenceReplicaDeps extends Pick<Core, 'db' | 'clock' | 'bus' | 'log' | 'severalProcesses'> {
  /** How far browsers are with their codes, of those who asked for one since then. */
  verifications(since: number, of: Which): Promise<readonly (Verification & { readonly guestId: string })[]>;
}

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
const READ_AGAIN_MS = 2 * CLOCK_SKEW_MS;

/** Page views are added to those in the table. */
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
});

/** Whether a guest would read something else of it: another mail, or another step of the same. */
function hasChanged(before: LatestMail, mail: LatestMail): boolean {
  const [then, now] = [mailStepOf(before), mailStepOf(mail)];
  return before.id !== mail.id || then.step !== now.step || then.since !== now.since;
}

/** Told when something has changed, and whether staff did it: that is to be seen at once. */
type Listener = (seen: 'at once' | 'soon') => void;

/**
 * The guests whom every process sees alike: what happens here is written to the database in bundles, from where other
 * processes and the next start read it. How far guests are with their codes, and what becomes of the mails with them, is read
 * when somebody says that it has changed.
 */
export class PresenceReplica {
  readonly guests: Presence;
  readonly #deps: PresenceReplicaDeps;
  readonly #replica: Replica;
  readonly #unwritten = new Set<string>();
  /** Whose verification or mail is to be read again. */
  readonly #factsChanged = new Set<string>();
  /** Who was not known here a moment ago, and may have asked for a code before. They come in crowds, so they wait. */
  readonly #factsUnread = new Set<string>();
  readonly #listeners: Listener[] = [];
  readonly #deliveryListeners: ((id: string) => void)[] = [];
  /** Something happened here that other processes have not been told yet. */
  #isUntold = false;
  /** Another process has told that it wrote something. */
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
    const { bus } = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'guests',
      load: () => this.load(),
      upkeep: { everyMs: WRITE_EVERY_MS, run: () => this.#upkeep() },
    });
    for (const topic of ['message-changed', 'assignment-changed', 'help-changed'] as const)
      bus.subscribe(topic, (target) => {
        this.#hasActed(target);
        this.#changed('at once');
      });
    bus.subscribe('guests-changed', () => {
      this.#isUnread = deps.severalProcesses;
      this.#changed('soon');
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

  /** How much there is in memory; nothing of it grows with what strangers do. */
  sizes(): { guests: number; unwritten: number; factsChanged: number } {
    return {
      guests: this.guests.size,
      unwritten: this.#unwritten.size,
      factsChanged: this.#factsChanged.size + this.#factsUnread.size,
    };
  }

  /** After the commit of the page view. A browser that had no cookie before can have no code either. */
  viewed(id: string, page: string, visitor: Visitor, { at, isKnown }: { at: number; isKnown: boolean }): void {
    if (isKnown && this.guests.get(id) === undefined) this.#factsUnread.add(id);
    this.#unwritten.add(this.guests.viewed(id, page, visitor, at).id);
    this.logged();
  }

  /** A guest's page has asked for something. On the way of every poll, so it does next to nothing. */
  seen(id: string, ipAddress: string): void {
    const guest = this.guests.get(id);
    if (guest === undefined) return;
    if (this.guests.seen(guest, ipAddress)) {
      this.#unwritten.add(id);
      this.logged();
    } else this.#writeNowAndThen(guest);
  }

  /** What a guest's page says of itself. */
  said(id: string, page: string, word: 'here' | 'away' | 'left', visitor: Visitor): void {
    const isNew = this.guests.get(id) === undefined;
    if (this.guests.said(id, page, word, visitor) === null) return;
    if (isNew) this.#factsUnread.add(id);
    this.#unwritten.add(id);
    this.logged();
  }

  /** A page of a browser has opened its socket. */
  connected(id: string): void {
    this.guests.connected(id);
    this.#connectionChanged(id);
  }

  disconnected(id: string, how: 'closed' | 'lost'): void {
    this.guests.disconnected(id, how);
    this.#connectionChanged(id);
  }

  /** A guest has entered something, which the log shows. */
  acted(id: string): void {
    this.#hasActed(id);
    this.logged();
  }

  /** Guests or their log are others than before. */
  logged(): void {
    this.#isUntold = true;
    this.#changed('soon');
  }

  /** A guest's code was made or tried, or its mail sent or refused; every process looks it up. */
  verificationChanged(id: string): void {
    this.#deps.bus.publish('guest-mail-changed', id);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Told of each browser whose mail with a code has got another state. */
  onDelivery(listener: (id: string) => void): void {
    this.#deliveryListeners.push(listener);
  }

  readonly settle = () => this.#replica.settle();

  /** The next process begins with what this one knows: whoever is there is not to be gone until they ask again. */
  async close(): Promise<void> {
    this.#writeThoseThere();
    await this.#replica.close();
  }

  #changed(seen: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners) listener(seen);
  }

  /** Answers whether the guest is known here. */
  #hasActed(id: string): boolean {
    const guest = this.guests.get(id);
    if (guest !== undefined) guest.acted = true;
    return guest !== undefined;
  }

  #connectionChanged(id: string): void {
    if (this.guests.get(id) === undefined) return;
    this.#unwritten.add(id);
    this.logged();
  }

  /** Other processes have to know that a guest is still there. */
  #writeNowAndThen(guest: PresentGuest): void {
    const { clock, severalProcesses } = this.#deps;
    if (severalProcesses && isLongAgo(guest.writtenAt, SEEN_WRITTEN_EVERY_MS, clock.now()))
      this.#unwritten.add(guest.id);
  }

  async #upkeep(): Promise<void> {
    const { clock, severalProcesses } = this.#deps;
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
    // Before it is written, like the guests: of what happens meanwhile others are told when it is written.
    const isUntold = this.#isUntold;
    this.#isUntold = false;
    this.#leaveOutCrowd();
    const ids = [...this.#unwritten];
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const batch = ids.slice(at, at + ROWS_AT_ONCE);
      // Before it is written: what a guest does meanwhile is for the next time.
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

  /** Of a crowd that comes at once, and has done nothing yet but come, only some are written. */
  #leaveOutCrowd(): void {
    let left = NEWCOMERS_AT_ONCE;
    if (this.#unwritten.size <= left) return;
    // The last first: who came long ago and has not come again since is no longer there.
    for (const id of [...this.#unwritten].reverse()) {
      const guest = this.guests.get(id);
      if (guest === undefined || guest.writtenAt > 0 || isInFlow(guest)) continue;
      left -= 1;
      if (left < 0) this.#unwritten.delete(id);
    }
  }

  /** The table has as many rows as memory has guests; where a crowd comes, what is too much goes at once. */
  async #shorten(): Promise<void> {
    if (this.#rowsWritten < TOO_MANY_ROWS) return;
    // Those who are there are not to be among the oldest rows, and would be when all they do is poll.
    this.#writeThoseThere();
    await this.#write();
    // Not more than were written: what is too much since before is left to the sweep, which takes its time.
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
    // Counted from now: whom the sweep has forgotten while this was being read is not back by it.
    const oldest = this.#dayAgo();
    for (const row of rows.reverse()) {
      if (row.last_seen_at <= oldest) continue;
      // What became of the code of a guest of another process may have been told before the guest was known here.
      if (this.guests.merge(row, { isWritten: !this.#unwritten.has(row.id) })) this.#factsUnread.add(row.id);
      this.#readUpTo = Math.max(this.#readUpTo, row.last_seen_at);
    }
  }

  async #readFacts(): Promise<void> {
    const ids = [...new Set([...this.#factsChanged, ...this.#factsUnread])].slice(0, ROWS_AT_ONCE);
    if (ids.length === 0) return;
    // Before it is read: what changes meanwhile is for the next time.
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

  async #setFacts(of: Which): Promise<void> {
    const { db, verifications } = this.#deps;
    for (const { guestId, ...verification } of await verifications(this.#dayAgo(), of)) {
      const guest = this.guests.get(guestId);
      if (guest === undefined) continue;
      guest.acted = true;
      guest.verification = verification;
    }
    const mails = await guestMails(db, this.#dayAgo(), of);
    // Oldest first, so that the last one of each guest stays.
    const latest = new Map(mails.map(({ guest_id, ...mail }) => [guest_id, mail]));
    for (const [guestId, mail] of latest) {
      const guest = this.guests.get(guestId);
      if (guest === undefined) continue;
      const before = guest.mail;
      guest.mail = mail;
      if (before === null || hasChanged(before, mail)) for (const tell of this.#deliveryListeners) tell(guestId);
    }
  }

  #dayAgo(): number {
    return this.#deps.clock.now() - DAY_MS;
  }
}
