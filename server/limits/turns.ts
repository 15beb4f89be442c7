import { networkOf, wideNetworkOf } from '../visitor/address.ts';

/** Who waits. */
export interface Caller {
  readonly address: string;
  /** Under which name we have reason to trust them: a known device, a signed-in account. */
  readonly known?: string;
}

/** Groups take turns, and so do the groups within them; whoever comes from one group stands in line. */
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

/** So many known callers are served before a stranger who waits: they go first, and keep nobody out. */
const KNOWN_IN_A_ROW = 3;

/**
 * A waiting line that is fair: known callers first, each in turn; then strangers, in turn by wide network and by network,
 * so that a thousand requests of one network do not stand before one of another. How long it may get is the caller's business.
 */
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
