import { type GuestListName, type GuestSearchField, isThere } from '../../../../contract/guests/guests.rules.ts';
import type { Guest, GuestNetwork } from '../../../../contract/guests/guests.ts';
import { STUCK_REASONS } from '../../../../contract/guests/stuck.rules.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import { type Clock, DAY_MS, isLongAgo } from '../../../clock.ts';
import { guestTag } from '../../../visitor/guest-id.ts';
import type { DeliveryTimes } from '../../verification/delivery-times/delivery-times.ts';
import type { Help } from '../help/help.ts';
import type { Assignments } from '../messages/assignments.ts';
import type { Messages } from '../messages/messages.ts';
import { byRank } from '../presence/eviction-rank.ts';
import type { Presence, PresentGuest } from '../presence/presence.ts';
import { type GuestSnapshot, snapshotOf } from './guest-snapshot.ts';
import { networkLines } from './networks.ts';
import { presentGuest } from './presenter.ts';

const SHOWN_MAX = 1_000;
const SHOWN_IN_SIDEBAR = 30;
const SHOWN_OF_A_NETWORK = 50;
const KEPT_MS = 250;
const LONG_LIST = 200;
/** Making the list may take this share of the time. */
const PART_OF_TIME = 1 / 20;
const AT_LEAST_EVERY_MS = 1_000;

export interface GuestListDeps {
  readonly clock: Clock;
  readonly guests: Presence;
  readonly help: Pick<Help, 'of'>;
  readonly assignments: Pick<Assignments, 'helperOf'>;
  readonly messages: Pick<Messages, 'lastOf' | 'waitingFor'>;
  readonly deliveryTimes: Pick<DeliveryTimes, 'usualSeconds'>;
}

interface Listed {
  readonly one: GuestSnapshot;
  readonly network: GuestNetwork | null;
}

type Counts = Record<'needsHelp' | 'here' | 'verified' | 'all', number>;

const IN_VIEW: Record<GuestListName, (snapshot: GuestSnapshot) => boolean> = {
  'needs-help': ({ stuck }) => stuck !== null,
  here: isThere,
  verified: ({ outcome }) => outcome === 'verified',
  all: () => true,
  sidebar: (snapshot) => snapshot.stuck !== null || isThere(snapshot),
};

function byNeed({ stuck: one, guest }: GuestSnapshot, { stuck: other, guest: otherGuest }: GuestSnapshot): number {
  if (one === null || other === null) return 0;
  const byReason = STUCK_REASONS.indexOf(one.reason) - STUCK_REASONS.indexOf(other.reason);
  return byReason || one.since - other.since || (guest.id < otherGuest.id ? -1 : 1);
}

const byTime = ({ guest: one }: GuestSnapshot, { guest: other }: GuestSnapshot) =>
  other.last_seen_at - one.last_seen_at || (one.id < other.id ? -1 : 1);

/** Ordered by last seen, guests would change places at every poll. */
const byArrival = ({ guest: one }: GuestSnapshot, { guest: other }: GuestSnapshot) =>
  other.page_since - one.page_since || (one.id < other.id ? -1 : 1);

const needFirst = (one: GuestSnapshot, other: GuestSnapshot) =>
  Number(other.stuck !== null) - Number(one.stuck !== null) || (one.stuck === null ? byArrival : byNeed)(one, other);

const ORDERS: Partial<Record<GuestListName, typeof byNeed>> = { 'needs-help': byNeed, sidebar: needFirst };

const IS_FOUND: Record<GuestSearchField, (guest: PresentGuest, text: string) => boolean> = {
  address: ({ ip_address }, text) => ip_address.includes(text),
  email: ({ verification }, text) => {
    const email = verification?.email.toLowerCase();
    return email !== undefined && (email.includes(text) || (text.includes('@') && email === maskedEmail(text)));
  },
  tag: ({ id }, text) => guestTag(id).toLowerCase().includes(text),
  device: ({ device }, text) => device.toLowerCase().includes(text),
};
const SEARCHED = Object.values(IS_FOUND);

export class GuestList {
  readonly #deps: GuestListDeps;
  #snapshots: { readonly at: number; readonly guests: GuestSnapshot[] } | null = null;
  readonly #views = new Map<GuestListName, Guest[]>();
  #counts: Counts | null = null;
  #told = '';
  /** Milliseconds that making the list took. */
  #cost = { now: 0, before: 0 };
  readonly #watch: () => number;

  constructor(deps: GuestListDeps, watch = () => performance.now()) {
    this.#deps = deps;
    this.#watch = watch;
  }

  get everyMs(): number {
    const cost = Math.max(this.#cost.now, this.#cost.before);
    return Math.min(AT_LEAST_EVERY_MS, Math.max(KEPT_MS, cost / PART_OF_TIME));
  }

  list(view: GuestListName): Guest[] {
    const guests = this.#now();
    const known = this.#views.get(view);
    if (known !== undefined) return known;
    const listed = this.#timed(() => this.#present(guests, view));
    this.#views.set(view, listed);
    return listed;
  }

  search(view: GuestListName, q: string): Guest[] {
    const text = q.trim().toLowerCase();
    if (text === '') return this.list(view);
    return this.#present(
      this.#now().filter(({ guest }) => SEARCHED.some((isFound) => isFound(guest, text))),
      view,
    );
  }

  counts(): Counts {
    const guests = this.#now();
    if (this.#counts !== null) return this.#counts;
    const count = (view: GuestListName) => guests.filter(IN_VIEW[view]).length;
    this.#counts = {
      needsHelp: count('needs-help'),
      here: count('here'),
      verified: count('verified'),
      all: guests.length,
    };
    return this.#counts;
  }

  /** A long list stays cached for a moment, unless staff changed something. */
  forget(seen: 'at once' | 'soon'): void {
    if (seen === 'at once' || (this.#snapshots?.guests.length ?? 0) < LONG_LIST) this.#snapshots = null;
  }

  hasChangedByTime(): boolean {
    const parts: string[] = [];
    for (const one of this.#now()) {
      const { guest, presence, stuck, outcome } = one;
      const helper = this.#deps.assignments.helperOf(guest.id);
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
    const { guests, help } = this.#deps;
    const all: GuestSnapshot[] = [];
    for (const guest of guests.all())
      if (guest.last_seen_at > now - DAY_MS)
        all.push(snapshotOf(guest, guests.presenceOf(guest), help.of(guest.id), now));
    return all;
  }

  #present(found: readonly GuestSnapshot[], view: GuestListName): Guest[] {
    const { assignments, messages, deliveryTimes, clock } = this.#deps;
    const now = clock.now();
    const shown = this.#choose(found.filter(IN_VIEW[view]), view === 'sidebar' ? SHOWN_IN_SIDEBAR : SHOWN_MAX);
    const order = ORDERS[view] ?? byTime;
    return shown
      .sort((one, other) => order(one.one, other.one))
      .map(({ one, network }) => {
        const { id: guestId, ip_address: ipAddress, verification } = one.guest;
        const around = {
          network,
          helper: assignments.helperOf(guestId),
          message: messages.lastOf(guestId),
          waiting: messages.waitingFor({ guestId, ipAddress }),
          usualSeconds: verification && deliveryTimes.usualSeconds(verification.domain),
        };
        return presentGuest(one, around, now);
      });
  }

  #choose(found: readonly GuestSnapshot[], most: number): Listed[] {
    const byGuest = new Map(found.map((one) => [one.guest, one]));
    const lineOf = networkLines(byGuest.keys(), (guest) => isThere(byGuest.get(guest) as GuestSnapshot));
    const shownOf = new Map<GuestNetwork, number>();
    const listed: Listed[] = [];
    for (const one of this.#inOrder(byGuest)) {
      if (listed.length >= most) break;
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
