import { isAhead } from '../../../clock.ts';

/** Pages poll every two to five seconds. */
const ONLINE_MS = 15_000;
/** A script that fetches everything at once doesn't stay this long. */
const STAYS_MS = 1_500;
/** Until the second poll it's unknown who stays. */
const FRESH_MS = 2_500;
/** A phone that shows the email app doesn't poll. */
const RECENT_MS = 10 * 60_000;

export interface RankedGuest {
  readonly network: string;
  readonly wideNetwork: string;
  readonly arrived_at: number;
  readonly last_seen_at: number;
  readonly acted: boolean;
}

const ageOf = ({ last_seen_at: at }: Pick<RankedGuest, 'last_seen_at'>, now: number) =>
  isAhead(at, now) ? Number.POSITIVE_INFINITY : now - at;

const stays = ({ arrived_at, last_seen_at }: Pick<RankedGuest, 'arrived_at' | 'last_seen_at'>) =>
  last_seen_at - arrived_at >= STAYS_MS;

/** True for guests who did more than open a page. Decision 29. */
export const isInFlow = (guest: Pick<RankedGuest, 'arrived_at' | 'last_seen_at' | 'acted'>) =>
  guest.acted || stays(guest);

const FRESH = 4;
const LEVELS = 8;

/** Staying is the most expensive thing for a crowd of scripts, so it counts more than acting. */
export function rankOf(guest: RankedGuest, now: number): number {
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

/** Within a rank: last seen first. Newcomers: first come first, so that a crowd evicts none of them. Sorts only what is consumed. */
export function* byRank<Guest extends RankedGuest>(guests: Iterable<Guest>, now: number): Generator<Guest> {
  const levels: Guest[][] = Array.from({ length: LEVELS }, () => []);
  for (const guest of guests) levels[rankOf(guest, now)]?.push(guest);
  const seenLast = (one: Guest, other: Guest) =>
    ageOf(one, now) - ageOf(other, now) || other.last_seen_at - one.last_seen_at;
  const cameFirst = (one: Guest, other: Guest) => one.arrived_at - other.arrived_at;
  for (let level = LEVELS - 1; level >= 0; level -= 1)
    yield* (levels[level] as Guest[]).sort(level === FRESH ? cameFirst : seenLast);
}

const NETWORK_SHARE = 50;
const WIDE_NETWORK_SHARE = 200;

/** Evicts what networks have beyond their share, then the lowest rank. */
export function goFirst<Guest extends RankedGuest>(guests: Iterable<Guest>, count: number, now: number): Guest[] {
  const counts = new Map<string, number>();
  const nth = (network: string) => {
    const number = (counts.get(network) ?? 0) + 1;
    counts.set(network, number);
    return number;
  };
  const within: Guest[] = [];
  const crowd: { guest: Guest; beyond: number }[] = [];
  for (const guest of byRank(guests, now)) {
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
