import { type GuestView, STUCK_REASONS } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestNetwork } from '../../../../contract/guests/guests.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import { type Clock, isLongAgo } from '../../../clock.ts';
import { guestTag } from '../../../visitor/guest-id.ts';
import { byRank } from '../presence/eviction-rank.ts';
import { DAY_MS, type Presence, type PresentGuest } from '../presence/presence.ts';
import { isThere } from '../presence/signs-of-life.ts';
import { type GuestSnapshot, type Help, snapshotOf } from './guest-snapshot.ts';
import { networkLines } from './networks.ts';
import { presentGuest } from './presenter.ts';

const SHOWN_MAX = 1_000;
/** Listed of a network that is one line; the line says how many there are. */
const SHOWN_OF_A_NETWORK = 50;
/** Cached for all open pages. */
const KEPT_MS = 250;
/** Making it takes milliseconds, so it is debounced. */
const LONG_LIST = 200;
/** A longer list is made as often as takes this share of the time, but at least this often. */
const PART_OF_TIME = 1 / 20;
const AT_LEAST_EVERY_MS = 1_000;

export interface GuestSurroundings {
  helperOf(id: string): Guest['helper'];
  /** The last message that staff sent. */
  messageOf(id: string): Guest['message'];
  helpOf(id: string): Help;
  /** The messages that wait for the guest's page. */
  waitingFor(id: string, ipAddress: string): Guest['waiting'];
  /** How long mail to a domain takes today; null where that is not known. */
  usualSeconds(domain: string): number | null;
}

interface GuestListDeps extends GuestSurroundings {
  readonly guests: Presence;
  readonly clock: Clock;
}

interface Listed {
  readonly one: GuestSnapshot;
  readonly network: GuestNetwork | null;
}

type Counts = Record<'needsHelp' | 'here' | 'verified' | 'all', number>;

const IN_VIEW: Record<GuestView, (snapshot: GuestSnapshot) => boolean> = {
  'needs-help': ({ stuck }) => stuck !== null,
  here: isThere,
  verified: ({ outcome }) => outcome === 'verified',
  all: () => true,
};

/** By reason, then by how long they have waited. */
function byNeed({ stuck: one, guest }: GuestSnapshot, { stuck: other, guest: otherGuest }: GuestSnapshot): number {
  if (one === null || other === null) return 0;
  const byReason = STUCK_REASONS.indexOf(one.reason) - STUCK_REASONS.indexOf(other.reason);
  return byReason || one.since - other.since || (guest.id < otherGuest.id ? -1 : 1);
}

const byTime = ({ guest: one }: GuestSnapshot, { guest: other }: GuestSnapshot) =>
  other.last_seen_at - one.last_seen_at || (one.id < other.id ? -1 : 1);

/** What a caller can tell staff: IP address, tag, email address, device. */
function matches({ guest }: GuestSnapshot, text: string): boolean {
  const email = guest.verification?.email.toLowerCase();
  return (
    guest.ip_address.includes(text) ||
    guestTag(guest.id).toLowerCase().includes(text) ||
    guest.device.toLowerCase().includes(text) ||
    (email !== undefined && (email.includes(text) || (text.includes('@') && email === maskedEmail(text))))
  );
}

/** The list of guests as staff see it, at most a quarter of a second old, of thousands of guests a second. */
export class GuestList {
  readonly #deps: GuestListDeps;
  #snapshots: { readonly at: number; readonly guests: GuestSnapshot[] } | null = null;
  readonly #views = new Map<GuestView, Guest[]>();
  #counts: Counts | null = null;
  #told = '';
  /** Milliseconds for this list and the one before. */
  #cost = { now: 0, before: 0 };
  readonly #watch: () => number;

  constructor(deps: GuestListDeps, watch = () => performance.now()) {
    this.#deps = deps;
    this.#watch = watch;
  }

  /** How soon a change by guests is worth making it anew. */
  get everyMs(): number {
    const cost = Math.max(this.#cost.now, this.#cost.before);
    return Math.min(AT_LEAST_EVERY_MS, Math.max(KEPT_MS, cost / PART_OF_TIME));
  }

  /** The same array until something changes. */
  list(view: GuestView): Guest[] {
    const guests = this.#now();
    const known = this.#views.get(view);
    if (known !== undefined) return known;
    const listed = this.#timed(() => this.#present(guests, view));
    this.#views.set(view, listed);
    return listed;
  }

  search(view: GuestView, q: string): Guest[] {
    const text = q.trim().toLowerCase();
    if (text === '') return this.list(view);
    return this.#present(
      this.#now().filter((one) => matches(one, text)),
      view,
    );
  }

  counts(): Counts {
    const guests = this.#now();
    if (this.#counts !== null) return this.#counts;
    const count = (view: GuestView) => guests.filter(IN_VIEW[view]).length;
    this.#counts = {
      needsHelp: count('needs-help'),
      here: count('here'),
      verified: count('verified'),
      all: guests.length,
    };
    return this.#counts;
  }

  /** A long list is kept for its moment, unless staff did something. */
  forget(seen: 'at once' | 'soon'): void {
    if (seen === 'at once' || (this.#snapshots?.guests.length ?? 0) < LONG_LIST) this.#snapshots = null;
  }

  /** Whether time alone has changed the list: a guest is stuck or gone, or an assignment has ended. */
  hasChangedByTime(): boolean {
    const parts: string[] = [];
    for (const one of this.#now()) {
      const { guest, presence, stuck, outcome } = one;
      const helper = this.#deps.helperOf(guest.id);
      if (isThere(one) || helper !== null)
        parts.push(`${guest.id} ${presence} ${outcome} ${stuck?.reason} ${helper?.id}`);
    }
    const told = parts.join('\n');
    const hasChanged = told !== this.#told;
    this.#told = told;
    return hasChanged;
  }

  #now(): GuestSnapshot[] {
    const now = this.#deps.clock.now();
    if (this.#snapshots === null || isLongAgo(this.#snapshots.at, this.everyMs, now)) {
      this.#cost = { now: 0, before: this.#cost.now };
      this.#snapshots = { at: now, guests: this.#timed(() => this.#snapshotAll(now)) };
      this.#views.clear();
      this.#counts = null;
    }
    return this.#snapshots.guests;
  }

  #timed<Made>(make: () => Made): Made {
    const began = this.#watch();
    const made = make();
    this.#cost.now += this.#watch() - began;
    return made;
  }

  #snapshotAll(now: number): GuestSnapshot[] {
    const { guests, helpOf } = this.#deps;
    const all: GuestSnapshot[] = [];
    for (const guest of guests.all())
      if (guest.last_seen_at > now - DAY_MS)
        all.push(snapshotOf(guest, guests.presenceOf(guest), helpOf(guest.id), now));
    return all;
  }

  #present(found: readonly GuestSnapshot[], view: GuestView): Guest[] {
    const { helperOf, messageOf, waitingFor, usualSeconds, clock } = this.#deps;
    const now = clock.now();
    const guestsAt = new Map<string, number>();
    for (const { guest } of this.#now()) guestsAt.set(guest.ip_address, (guestsAt.get(guest.ip_address) ?? 0) + 1);
    const shown = this.#choose(found.filter(IN_VIEW[view]));
    const order = view === 'needs-help' ? byNeed : byTime;
    return shown
      .sort((one, other) => order(one.one, other.one))
      .map(({ one, network }) => {
        const { id, ip_address: ipAddress, verification } = one.guest;
        const sharesAddress = (guestsAt.get(ipAddress) ?? 0) > 1;
        const mail = { usualSeconds: verification && usualSeconds(verification.domain) };
        const sent = { helper: helperOf(id), message: messageOf(id), waiting: waitingFor(id, ipAddress) };
        const around = { ...sent, ...mail, sharesAddress, network };
        return presentGuest(one, around, now);
      });
  }

  /** Those who need help first, then by rank. */
  #choose(found: readonly GuestSnapshot[]): Listed[] {
    const byGuest = new Map(found.map((one) => [one.guest, one]));
    const lineOf = networkLines(byGuest.keys(), (guest) => isThere(byGuest.get(guest) as GuestSnapshot));
    const shownOf = new Map<GuestNetwork, number>();
    const listed: Listed[] = [];
    for (const one of this.#inOrder(byGuest)) {
      if (listed.length >= SHOWN_MAX) break;
      const network = lineOf(one.guest);
      if (network !== null) {
        const shown = shownOf.get(network) ?? 0;
        if (shown >= SHOWN_OF_A_NETWORK) continue;
        shownOf.set(network, shown + 1);
      }
      listed.push({ one, network });
    }
    return listed;
  }

  *#inOrder(byGuest: ReadonlyMap<PresentGuest, GuestSnapshot>): Generator<GuestSnapshot> {
    const all = [...byGuest.values()];
    yield* all.filter(IN_VIEW['needs-help']).sort(byNeed);
    const others = all.filter(({ stuck }) => stuck === null).map(({ guest }) => guest);
    for (const guest of byRank(others, this.#deps.clock.now())) yield byGuest.get(guest) as GuestSnapshot;
  }
}
