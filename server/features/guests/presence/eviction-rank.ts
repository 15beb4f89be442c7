import { isAhead } from '../../../clock.ts';

/** Guests ask every two to five seconds while their page is open. */
const ONLINE_MS = 15_000;
/** Whoever asks for a page, and at once for whatever else there is, has not stayed; a script would have to wait as well. */
const STAYS_MS = 1_500;
/** A page asks again after two seconds: until then nobody can tell who stays. */
const FRESH_MS = 2_500;
/** A phone that shows the mail with the code asks nothing meanwhile, and its owner is still at it. */
const RECENT_MS = 10 * 60_000;

/** What of a guest says how much staff would miss them. */
export interface Standing {
  readonly network: string;
  readonly wideNetwork: string;
  readonly arrived_at: number;
  readonly last_seen_at: number;
  /** Asked for a code, entered something, or was prompted or redirected. */
  readonly acted: boolean;
}

/** Not seen at a time that lies ahead: that was before the clock was set back. */
const ageOf = ({ last_seen_at: at }: Pick<Standing, 'last_seen_at'>, now: number) =>
  isAhead(at, now) ? Number.POSITIVE_INFINITY : now - at;

const stays = ({ arrived_at, last_seen_at }: Pick<Standing, 'arrived_at' | 'last_seen_at'>) =>
  last_seen_at - arrived_at >= STAYS_MS;

/** More than somebody who has opened a page and was not seen again. */
export const isInFlow = (guest: Pick<Standing, 'arrived_at' | 'last_seen_at' | 'acted'>) => guest.acted || stays(guest);

const FRESH = 4;
const LEVELS = 8;

/** How much staff would miss a guest, from 0. Staying counts more than acting: it is what costs a crowd of scripts most. */
export function levelOf(guest: Standing, now: number): number {
  const age = ageOf(guest, now);
  if (age < ONLINE_MS) {
    if (stays(guest)) return 7;
    if (guest.acted) return 5;
    return now - guest.arrived_at < FRESH_MS ? FRESH : 3;
  }
  if (!isInFlow(guest)) return 0;
  if (age >= RECENT_MS) return 1;
  return stays(guest) ? 6 : 2;
}

/**
 * Those whom staff would miss most first, and of equals the one seen last. Of those who have just come the first one: a crowd
 * must not push them out before they could show that they stay. Sorts no further than it is asked.
 */
export function* byStanding<Guest extends Standing>(guests: Iterable<Guest>, now: number): Generator<Guest> {
  const levels: Guest[][] = Array.from({ length: LEVELS }, () => []);
  for (const guest of guests) levels[levelOf(guest, now)]?.push(guest);
  const seenLast = (one: Guest, other: Guest) =>
    ageOf(one, now) - ageOf(other, now) || other.last_seen_at - one.last_seen_at;
  const cameFirst = (one: Guest, other: Guest) => one.arrived_at - other.arrived_at;
  for (let level = LEVELS - 1; level >= 0; level -= 1)
    yield* (levels[level] as Guest[]).sort(level === FRESH ? cameFirst : seenLast);
}

/** What one network may have of a memory that is full. */
const NETWORK_SHARE = 50;
const WIDE_NETWORK_SHARE = 200;

/**
 * Who is forgotten when there is no more room. First what networks have beyond their share, most of the one that has
 * most, then whoever staff would miss least.
 */
export function goFirst<Guest extends Standing>(guests: Iterable<Guest>, count: number, now: number): Guest[] {
  const counts = new Map<string, number>();
  const nth = (network: string) => {
    const number = (counts.get(network) ?? 0) + 1;
    counts.set(network, number);
    return number;
  };
  const within: Guest[] = [];
  const crowd: { guest: Guest; beyond: number }[] = [];
  for (const guest of byStanding(guests, now)) {
    const beyond = Math.max(nth(guest.network) / NETWORK_SHARE, nth(guest.wideNetwork) / WIDE_NETWORK_SHARE);
    if (beyond > 1) crowd.push({ guest, beyond });
    else within.push(guest);
  }
  const gone = crowd
    .sort((one, other) => other.beyond - one.beyond)
    .slice(0, count)
    .map(({ guest }) => guest);
  while (gone.length < count && within.length > 0) gone.push(within.pop() as Guest);
  return gone;
}
