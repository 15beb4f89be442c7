import { isThere } from '../../../../contract/guests/guests.rules.ts';
import type { GuestPage } from '../../../../contract/verification/verification.rules.ts';
import { memoized } from '../../../bounded-cache.ts';
import { type Clock, DAY_MS, isAhead, isLongAgo } from '../../../clock.ts';
import type { GuestRow } from '../../../db/tables.ts';
import type { SentMail } from '../../../delivery/mail-step.ts';
import { networkOf, wideNetworkOf } from '../../../visitor/address.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import { outcomeOf, type Verification } from '../../verification/facts.ts';
import { goFirst, isInFlow, type RankedGuest } from './eviction-rank.ts';
import { LATE_MS, LEAVING_MS, type PresenceSince, presenceOf, type SignsOfLife } from './signs-of-life.ts';

export const REMEMBERED_MAX = 10_000;
/** Above this, other processes' guests are taken over only if they are in the flow. */
const TIGHT = REMEMBERED_MAX * (3 / 4);
/** Evicts many at once: ranking them for every newcomer would be slow. */
const FORGOTTEN_AT_ONCE = REMEMBERED_MAX / 16;
/** With more browsers at one address, scripts may have made them up. */
const CROWD = 100;
/** Polls have no rate limit, and each change of language is a write. */
const LANGUAGE_KEPT_MS = 5_000;

export type LatestMail = SentMail & { readonly id: string };

type Mutable<Facts> = { -readonly [Fact in keyof Facts]: Facts[Fact] };

export interface PresentGuest
  extends Omit<GuestRow, 'presence' | 'presence_since'>,
    Mutable<RankedGuest>,
    Mutable<SignsOfLife> {
  mail: LatestMail | null;
  verification: Verification | null;
  unwritten: number;
  writtenAt: number;
  /** When the language last changed by a poll. */
  languageAt: number;
}

interface Pages {
  open: number;
  hidden: number;
}

/** Interned, because few different pages, places and devices repeat. */
const shared = memoized(1_000, (text) => text);

const isWithin = (time: number, ms: number, now: number) => !isLongAgo(time, ms, now);

export class Presence {
  readonly #clock: Clock;
  readonly #onForgotten: (id: string) => void;
  readonly #guests = new Map<string, PresentGuest>();
  readonly #connected = new Map<string, Pages>();

  constructor(clock: Clock, onForgotten: (id: string) => void) {
    this.#clock = clock;
    this.#onForgotten = onForgotten;
  }

  get size(): number {
    return this.#guests.size;
  }

  get(id: string): PresentGuest | undefined {
    return this.#guests.get(id);
  }

  all(): Iterable<PresentGuest> {
    return this.#guests.values();
  }

  viewed(id: string, page: string, visitor: Visitor, at: number): void {
    const guest = this.#guests.get(id) ?? this.#enter(id, visitor.ipAddress, page, at);
    if (guest.last_page !== page) guest.page_since = at;
    guest.last_page = page;
    guest.viewed_at = at;
    guest.page_views += 1;
    guest.unwritten += 1;
    this.#isHere(guest, at);
    guest.last_seen_at = at;
    this.#comesFrom(guest, visitor);
  }

  /** True if staff see a difference. */
  seen(guest: PresentGuest, ipAddress: string, language: string): boolean {
    const now = this.#clock.now();
    const before = this.presenceOf(guest);
    if (guest.left_at !== null && isWithin(guest.left_at, LATE_MS, now)) return false;
    // Hidden pages don't poll, so another page is open.
    const wasHidden = guest.said === 'away' && !isWithin(guest.said_at, LATE_MS, now);
    if (guest.left_at !== null || before.presence === 'gone' || wasHidden) this.#isHere(guest, now);
    guest.last_seen_at = now;
    const hasMoved = guest.ip_address !== ipAddress;
    if (hasMoved) this.#moveTo(guest, ipAddress);
    const readsOther = guest.language !== language && isLongAgo(guest.languageAt, LANGUAGE_KEPT_MS, now);
    if (readsOther) {
      guest.language = language;
      guest.languageAt = now;
    }
    return hasMoved || readsOther || this.presenceOf(guest).presence !== before.presence;
  }

  said(id: string, page: string, word: 'here' | 'away' | 'left', visitor: Visitor): void {
    const now = this.#clock.now();
    const known = this.#guests.get(id);
    if (known === undefined && word === 'left') return;
    const guest = known ?? this.#enter(id, visitor.ipAddress, page, now);
    this.#comesFrom(guest, visitor);
    if (word === 'here') {
      this.#count(id, -1);
      this.#isHere(guest, now);
    } else if (guest.last_page === page || !isWithin(guest.viewed_at, LEAVING_MS, now)) {
      // Otherwise the message is about the previous page.
      if (word === 'left') {
        this.#count(id, -1);
        guest.left_at = now;
      } else this.#isHidden(guest, now);
    }
    guest.last_seen_at = now;
  }

  connected(id: string): void {
    const pages = this.#connected.get(id) ?? { open: 0, hidden: 0 };
    pages.open += 1;
    pages.hidden = Math.min(pages.hidden, pages.open);
    this.#connected.set(id, pages);
    const guest = this.#guests.get(id);
    if (guest === undefined) return;
    const now = this.#clock.now();
    // The socket was opened just before the page closed.
    if (guest.left_at !== null && isWithin(guest.left_at, LATE_MS, now)) return;
    if (guest.left_at !== null || this.presenceOf(guest).presence === 'gone') this.#isHere(guest, now);
    guest.last_seen_at = now;
  }

  /** A closed socket means that the guest left; a lost connection may come back. */
  disconnected(id: string, how: 'closed' | 'lost'): void {
    const pages = this.#connected.get(id);
    if (pages === undefined) return;
    pages.open -= 1;
    pages.hidden = Math.min(pages.hidden, pages.open);
    if (pages.open === 0) this.#connected.delete(id);
    const guest = this.#guests.get(id);
    if (guest === undefined || guest.left_at !== null) return;
    guest.last_seen_at = this.#clock.now();
    if (how === 'closed' && pages.open === 0) guest.left_at = this.#clock.now();
  }

  *stillConnected(): Generator<PresentGuest> {
    const now = this.#clock.now();
    for (const id of this.#connected.keys()) {
      const guest = this.#guests.get(id);
      if (guest === undefined) continue;
      if (guest.left_at !== null) {
        if (isWithin(guest.left_at, LEAVING_MS, now)) continue;
        // Another page of this browser is still open.
        this.#isHere(guest, now);
      }
      guest.last_seen_at = now;
      yield guest;
    }
  }

  /** True for a new guest. With unwritten changes in memory, a row with the same time is older. */
  merge(row: GuestRow, { isWritten }: { isWritten: boolean }): boolean {
    const now = this.#clock.now();
    // A time in the future is from before the clock was set back.
    const isNewer = (time: number, known: number) =>
      isAhead(known, now) || ((isWritten ? time >= known : time > known) && !isAhead(time, now));
    const known = this.#guests.get(row.id);
    if (known === undefined && !this.#hasRoomFor(row)) return false;
    const guest = known ?? this.#enter(row.id, row.ip_address, shared(row.last_page), row.page_since);
    guest.page_views = row.page_views + guest.unwritten;
    const isNew = known === undefined;
    if (isNew || isNewer(row.last_seen_at, guest.last_seen_at)) {
      guest.last_seen_at = row.last_seen_at;
      guest.language = row.language === null ? null : shared(row.language);
      if (guest.ip_address !== row.ip_address) this.#moveTo(guest, row.ip_address);
    }
    if (isNew || isNewer(row.presence_since, guest.left_at ?? guest.said_at)) {
      guest.left_at = row.presence === 'left' ? row.presence_since : null;
      if (row.presence === 'here' || row.presence === 'away') {
        guest.said = row.presence;
        guest.said_at = row.presence_since;
      }
    }
    if (isNew || isNewer(row.viewed_at, guest.viewed_at)) {
      guest.last_page = shared(row.last_page);
      guest.page_since = row.page_since;
      guest.viewed_at = row.viewed_at;
      guest.location = shared(row.location);
      guest.device = shared(row.device);
    }
    return isNew;
  }

  presenceOf(guest: PresentGuest): PresenceSince {
    return presenceOf(guest, this.#connected.has(guest.id), this.#clock.now());
  }

  isThere(guest: PresentGuest): boolean {
    return isThere(this.presenceOf(guest));
  }

  online(): number {
    let count = 0;
    for (const guest of this.#guests.values()) if (this.isThere(guest)) count += 1;
    return count;
  }

  /** Empty if no browser has stayed. Otherwise with newcomers, unless there are too many. */
  browsersAt(ipAddress: string): string[] {
    const there: PresentGuest[] = [];
    for (const guest of this.#guests.values())
      if (guest.ip_address === ipAddress && this.isThere(guest)) there.push(guest);
    const staying = there.filter(isInFlow);
    return (staying.length > 0 && there.length <= CROWD ? there : staying).map(({ id }) => id);
  }

  isAnybodyAt(ipAddress: string, page: GuestPage): boolean {
    for (const guest of this.#guests.values())
      if (guest.ip_address === ipAddress && guest.last_page === page) return true;
    return false;
  }

  factsOf(id: string) {
    const guest = this.#guests.get(id);
    if (guest === undefined) return null;
    const { ip_address: ipAddress, location, device, language, last_page: page, verification } = guest;
    const { outcome } = outcomeOf(verification, this.#clock.now());
    const { presence } = this.presenceOf(guest);
    return { ipAddress, location, device, language, page, email: verification?.email ?? null, presence, outcome };
  }

  sweep(): void {
    const oldest = this.#clock.now() - DAY_MS;
    for (const guest of this.#guests.values()) if (guest.last_seen_at <= oldest) this.#forget(guest);
  }

  #isHere(guest: PresentGuest, now: number): void {
    if (guest.said !== 'here' || guest.left_at !== null || this.presenceOf(guest).presence === 'gone')
      guest.said_at = now;
    guest.said = 'here';
    guest.left_at = null;
  }

  #isHidden(guest: PresentGuest, now: number): void {
    this.#count(guest.id, 1);
    const pages = this.#connected.get(guest.id);
    if (pages !== undefined && pages.hidden < pages.open) return;
    // A page also becomes hidden when it closes.
    if (guest.left_at !== null && isWithin(guest.left_at, LATE_MS, now)) return;
    if (guest.said !== 'away') guest.said_at = now;
    guest.said = 'away';
    guest.left_at = null;
  }

  #count(id: string, hidden: 1 | -1): void {
    const pages = this.#connected.get(id);
    if (pages !== undefined) pages.hidden = Math.max(0, Math.min(pages.hidden + hidden, pages.open));
  }

  #comesFrom(guest: PresentGuest, visitor: Visitor): void {
    if (guest.ip_address !== visitor.ipAddress) this.#moveTo(guest, visitor.ipAddress);
    guest.location = shared(visitor.location);
    guest.device = shared(visitor.device);
    if (visitor.language !== undefined) guest.language = visitor.language;
  }

  #moveTo(guest: PresentGuest, ipAddress: string): void {
    guest.ip_address = ipAddress;
    guest.network = networkOf(ipAddress);
    guest.wideNetwork = wideNetworkOf(ipAddress);
  }

  #hasRoomFor({ page_since, last_seen_at, page_views }: GuestRow): boolean {
    if (this.#guests.size < TIGHT) return true;
    return isInFlow({ arrived_at: page_since, last_seen_at, acted: page_views > 1 });
  }

  #enter(id: string, ipAddress: string, page: string, at: number): PresentGuest {
    if (this.#guests.size >= REMEMBERED_MAX)
      for (const guest of goFirst(this.#guests.values(), FORGOTTEN_AT_ONCE, this.#clock.now())) this.#forget(guest);
    const guest: PresentGuest = {
      id,
      ip_address: ipAddress,
      network: networkOf(ipAddress),
      wideNetwork: wideNetworkOf(ipAddress),
      last_page: page,
      page_since: at,
      viewed_at: at,
      page_views: 0,
      said: 'here',
      said_at: at,
      left_at: null,
      arrived_at: at,
      last_seen_at: at,
      location: '',
      device: '',
      language: null,
      acted: false,
      mail: null,
      verification: null,
      unwritten: 0,
      writtenAt: 0,
      languageAt: 0,
    };
    this.#guests.set(id, guest);
    return guest;
  }

  forget(id: string): void {
    const guest = this.#guests.get(id);
    if (guest !== undefined) this.#forget(guest);
  }

  #forget({ id }: PresentGuest): void {
    this.#guests.delete(id);
    this.#onForgotten(id);
  }
}
