import { networkOf, wideNetworkOf } from '../visitor/address.ts';

/** What a wide network may have, as a multiple of one network's share. It may be one attacker, or unrelated people. */
export const WIDE = {
  /** Mobile carriers give unrelated people neighbouring IPv4 addresses. */
  requests: { ipv6: 8, ipv4: 16 },
  /** Connections are held for long. */
  places: 4,
  /** Rows stay for months. */
  rows: 2,
} as const;

/** A whole company may share an address. */
const NETWORK_PART = 1 / 10;
/** The fuller, the smaller a network's share. */
const PART_OF_REST = 1 / 5;
const LEAST_PART = 1 / 200;
/** A browser opens up to six connections at once. */
const SHARE_LEAST = 6;

/** For connections and sockets. Figure: abuse, idle connections. */
export const shareOf = (open: number, most: number) =>
  Math.max(SHARE_LEAST, most * LEAST_PART, Math.min(most * NETWORK_PART, Math.floor((most - open) * PART_OF_REST)));

/** One network alone may take nearly all places of a queue, never the last ones. */
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
  /** Name of a known device or signed-in account. */
  readonly known?: string;
}

/** Groups take turns, as do the groups within them. */
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
    // Insert again, because the map's order is the order of turns.
    if (inner.size > 0) this.#groups.set(group, inner);
    return item;
  }
}

/** Then it's a stranger's turn, so that strangers don't wait forever. */
const KNOWN_IN_A_ROW = 3;

/** Known callers first, then strangers, networks in turn. Figure: abuse, sign-ins under attack. */
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
