import { type Clock, isAhead } from '../../clock.ts';
import type { GuestRow, OutboxRow } from '../../db/tables.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** Guests ask every two to five seconds while their page is open. */
const ONLINE_MS = 15_000;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const REMEMBERED_MAX = 20_000;
const SHOWN_MAX = 1_000;

export type GuestMail = Pick<OutboxRow, 'state' | 'error' | 'created_at' | 'finished_at'>;

/** A guest's row as it will be, and what is not in it. */
export interface PresentGuest extends GuestRow {
  mail: GuestMail | null;
  /** Page views that are not in the database yet. */
  unwritten: number;
  writtenAt: number;
}

/** Of two times the later one counts, but not one from before the clock was set back. */
const isNewer = (time: number, known: number, now: number) =>
  isAhead(known, now) || (time >= known && !isAhead(time, now));

/** Which guests are there and where, in memory: page views and polls change it, staff read it, and nobody asks a database. */
export class Presence {
  readonly #clock: Clock;
  readonly #guests = new Map<string, PresentGuest>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(ip: string): PresentGuest | undefined {
    return this.#guests.get(ip);
  }

  viewed(page: string, visitor: Visitor, at: number): PresentGuest {
    const guest = this.#guests.get(visitor.ipAddress) ?? this.#enter(visitor.ipAddress, page, at);
    if (guest.last_page !== page) guest.page_since = at;
    guest.last_page = page;
    guest.viewed_at = at;
    guest.page_views += 1;
    guest.unwritten += 1;
    guest.last_seen_at = at;
    guest.location = visitor.location;
    guest.device = visitor.device;
    return guest;
  }

  /** What another process, or this one before its start, has written of a guest. Answers whether the guest is new here. */
  merge(row: GuestRow): boolean {
    const now = this.#clock.now();
    const known = this.#guests.get(row.ip_address);
    const guest = known ?? this.#enter(row.ip_address, row.last_page, row.viewed_at);
    guest.page_views = row.page_views + guest.unwritten;
    if (isNewer(row.last_seen_at, guest.last_seen_at, now)) guest.last_seen_at = row.last_seen_at;
    if (isNewer(row.viewed_at, guest.viewed_at, now)) {
      const { last_page, page_since, viewed_at, location, device } = row;
      Object.assign(guest, { last_page, page_since, viewed_at, location, device });
    }
    return known === undefined;
  }

  isOnline({ last_seen_at: seenAt }: PresentGuest): boolean {
    const now = this.#clock.now();
    return now - seenAt < ONLINE_MS && !isAhead(seenAt, now);
  }

  online(): number {
    let count = 0;
    for (const guest of this.#guests.values()) if (this.isOnline(guest)) count += 1;
    return count;
  }

  /** Last seen first. */
  list(): PresentGuest[] {
    const oldest = this.#clock.now() - DAY_MS;
    return [...this.#guests.values()]
      .filter((guest) => guest.last_seen_at > oldest)
      .sort((one, other) => other.last_seen_at - one.last_seen_at || (one.ip_address < other.ip_address ? -1 : 1))
      .slice(0, SHOWN_MAX);
  }

  /** Forgets guests who were not seen for a day. */
  sweep(): void {
    const oldest = this.#clock.now() - DAY_MS;
    for (const [ip, guest] of this.#guests) if (guest.last_seen_at <= oldest) this.#guests.delete(ip);
  }

  #enter(ip: string, page: string, at: number): PresentGuest {
    const guest: PresentGuest = {
      ip_address: ip,
      last_page: page,
      page_since: at,
      viewed_at: at,
      page_views: 0,
      last_seen_at: at,
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
}
