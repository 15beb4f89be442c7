import type { GuestNetwork } from '../../../contract/guest-activity.ts';
import { type Clock, isAhead } from '../../clock.ts';
import type { GuestRow, OutboxRow } from '../../db/tables.ts';
import { remembering } from '../../remember.ts';
import { networkOf, wideNetworkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { networkLines } from './networks.ts';
import { byStanding, goFirst, isInFlow, isOnline, type Standing } from './standing.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** As many as are in memory, and in the table. */
export const REMEMBERED_MAX = 10_000;
/** Forgotten at once when there is no more room, so that a crowd does not make us choose for every newcomer. */
const FORGOTTEN_AT_ONCE = REMEMBERED_MAX / 4;
const SHOWN_MAX = 1_000;
/** Guests of a network that is one line in the list; how many there are in all is said there. */
const SHOWN_OF_A_NETWORK = 50;

export type GuestMail = Pick<OutboxRow, 'state' | 'error' | 'created_at' | 'finished_at'>;

/** A guest's row as it will be, and what is not in it. */
export interface PresentGuest extends GuestRow, Standing {
  last_seen_at: number;
  acted: boolean;
  mail: GuestMail | null;
  /** Page views that are not in the database yet. */
  unwritten: number;
  writtenAt: number;
}

/** Of two times the later one counts, but not one from before the clock was set back. */
const isNewer = (time: number, known: number, now: number) =>
  isAhead(known, now) || (time >= known && !isAhead(time, now));

/** Pages, places and devices are few; every guest who has the same refers to the same text. */
const shared = remembering(1_000, (text) => text);

/** Which guests are there and where, in memory: page views and polls change it, staff read it, and nobody asks a database. */
export class Presence {
  readonly #clock: Clock;
  readonly #onForgotten: (ip: string) => void;
  readonly #guests = new Map<string, PresentGuest>();

  constructor(clock: Clock, onForgotten: (ip: string) => void) {
    this.#clock = clock;
    this.#onForgotten = onForgotten;
  }

  get size(): number {
    return this.#guests.size;
  }

  get(ip: string): PresentGuest | undefined {
    return this.#guests.get(ip);
  }

  all(): Iterable<PresentGuest> {
    return this.#guests.values();
  }

  viewed(page: string, visitor: Visitor, at: number): PresentGuest {
    const guest = this.#guests.get(visitor.ipAddress) ?? this.#enter(visitor.ipAddress, page, at);
    if (guest.last_page !== page) guest.page_since = at;
    guest.last_page = page;
    guest.viewed_at = at;
    guest.page_views += 1;
    guest.unwritten += 1;
    guest.last_seen_at = at;
    guest.location = shared(visitor.location);
    guest.device = shared(visitor.device);
    return guest;
  }

  /** What another process, or this one before its start, has written of a guest. Answers whether the guest is new here. */
  merge(row: GuestRow): boolean {
    const now = this.#clock.now();
    const known = this.#guests.get(row.ip_address);
    if (known === undefined && !this.#hasRoomFor(row)) return false;
    const guest = known ?? this.#enter(row.ip_address, shared(row.last_page), row.page_since);
    guest.page_views = row.page_views + guest.unwritten;
    if (known === undefined || isNewer(row.last_seen_at, guest.last_seen_at, now))
      guest.last_seen_at = row.last_seen_at;
    if (known === undefined || isNewer(row.viewed_at, guest.viewed_at, now)) {
      guest.last_page = shared(row.last_page);
      guest.page_since = row.page_since;
      guest.viewed_at = row.viewed_at;
      guest.location = shared(row.location);
      guest.device = shared(row.device);
    }
    return known === undefined;
  }

  isOnline(guest: PresentGuest): boolean {
    return isOnline(guest, this.#clock.now());
  }

  online(): number {
    let count = 0;
    for (const guest of this.#guests.values()) if (this.isOnline(guest)) count += 1;
    return count;
  }

  /** Those whom staff would miss most, last seen first, each with the network that it is shown in one line with. */
  list(): { guest: PresentGuest; network: GuestNetwork | null }[] {
    const now = this.#clock.now();
    const today = [...this.#guests.values()].filter((guest) => guest.last_seen_at > now - DAY_MS);
    const lineOf = networkLines(today, now);
    const shownOf = new Map<GuestNetwork, number>();
    const listed: { guest: PresentGuest; network: GuestNetwork | null }[] = [];
    for (const guest of byStanding(today, now)) {
      if (listed.length >= SHOWN_MAX) break;
      const network = lineOf(guest);
      if (network !== null) {
        const shown = shownOf.get(network) ?? 0;
        if (shown >= SHOWN_OF_A_NETWORK) continue;
        shownOf.set(network, shown + 1);
      }
      listed.push({ guest, network });
    }
    return listed.sort(
      ({ guest: one }, { guest: other }) =>
        other.last_seen_at - one.last_seen_at || (one.ip_address < other.ip_address ? -1 : 1),
    );
  }

  /** Forgets guests who were not seen for a day. */
  sweep(): void {
    const oldest = this.#clock.now() - DAY_MS;
    for (const guest of this.#guests.values()) if (guest.last_seen_at <= oldest) this.#forget(guest);
  }

  /** When it gets tight, of what other processes have seen only those who matter to staff. */
  #hasRoomFor({ page_since, last_seen_at, page_views }: GuestRow): boolean {
    if (this.#guests.size < REMEMBERED_MAX - FORGOTTEN_AT_ONCE) return true;
    return isInFlow({ arrived_at: page_since, last_seen_at, acted: page_views > 1 });
  }

  #enter(ip: string, page: string, at: number): PresentGuest {
    if (this.#guests.size >= REMEMBERED_MAX)
      for (const guest of goFirst(this.#guests.values(), FORGOTTEN_AT_ONCE, this.#clock.now())) this.#forget(guest);
    const guest: PresentGuest = {
      id: ip,
      ip_address: ip,
      presence: 'here',
      presence_since: at,
      network: networkOf(ip),
      wideNetwork: wideNetworkOf(ip),
      last_page: page,
      page_since: at,
      viewed_at: at,
      page_views: 0,
      arrived_at: at,
      last_seen_at: at,
      location: '',
      device: '',
      acted: false,
      mail: null,
      unwritten: 0,
      writtenAt: 0,
    };
    this.#guests.set(ip, guest);
    return guest;
  }

  #forget({ ip_address: ip }: PresentGuest): void {
    this.#guests.delete(ip);
    this.#onForgotten(ip);
  }
}
