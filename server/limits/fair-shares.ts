import { networkOf, wideNetworkOf } from '../visitor/address.ts';

/** In shares of one network. It can be one attacker, or strangers to each other. */
export const WIDE = {
  /** Mobile carriers put strangers behind neighbouring IPv4 addresses. */
  requests: { ipv6: 8, ipv4: 16 },
  /** Held for long. */
  places: 4,
  /** Rows stay for months. */
  rows: 2,
} as const;

/** A whole company may share an address. */
const NETWORK_PART = 1 / 10;
/** The fuller, the less a network gets. */
const PART_OF_REST = 1 / 5;
const LEAST_PART = 1 / 200;
/** As many as a browser opens at once. */
const SHARE_LEAST = 6;

/** Connections or sockets. Figure: abuse, idle connections. */
export const shareOf = (open: number, most: number) =>
  Math.max(SHARE_LEAST, most * LEAST_PART, Math.min(most * NETWORK_PART, Math.floor((most - open) * PART_OF_REST)));

/** Alone nearly all places of a queue, never the last ones. */
export const shareOfFree = (free: number) => free * 8;

export class Tally {
  readonly #counts = new Map<string, number>();
  of = (key: string) => this.#counts.get(key) ?? 0;
  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

export interface Caller {
  readonly address: string;
  /** The name of a known device or a signed-in account. */
  readonly known?: string;
}

/** Groups take turns, and so do the groups within them. */
class RoundRobin<Item> {
  readonly #groups = new Map<string, RoundRobin<Item>>();
  readonly #line: Item[] = [];
  size = 0;

  push([group, ...rest]: readonly string[], item: Item): void {
    this.size += 1;
    if (group === undefined) return void this.#line.push(item);
    const inner = this.#groups.get(group) ?? new RoundRobin<Item>();
    this.#groups.set(group, inner);
    inner.push(rest, item);
  }

  shift(): Item | undefined {
    if (this.size === 0) return undefined;
    this.size -= 1;
    if (this.#line.length > 0) return this.#line.shift();
    const [group, inner] = this.#groups.entries().next().value as [string, RoundRobin<Item>];
    this.#groups.delete(group);
    const item = inner.shift();
    // Set anew, so that the map's order is the order of turns.
    if (inner.size > 0) this.#groups.set(group, inner);
    return item;
  }
}

/** Strangers come later, but they do come. */
const KNOWN_IN_A_ROW = 3;

/** Known callers first, then strangers, in turn by network. Figure: abuse, sign-ins under attack. */
export class Turns<Item> {
  readonly #known = new RoundRobin<Item>();
  readonly #strangers = new RoundRobin<Item>();
  #knownInARow = 0;

  get size(): number {
    return this.#known.size + this.#strangers.size;
  }

  push({ address, known }: Caller, item: Item): void {
    if (known === undefined) this.#strangers.push([wideNetworkOf(address), networkOf(address)], item);
    else this.#known.push([known], item);
  }

  shift(): Item | undefined {
    const strangersTurn = this.#known.size === 0 || (this.#knownInARow >= KNOWN_IN_A_ROW && this.#strangers.size > 0);
    this.#knownInARow = strangersTurn ? 0 : this.#knownInARow + 1;
    return strangersTurn ? this.#strangers.shift() : this.#known.shift();
  }
}
