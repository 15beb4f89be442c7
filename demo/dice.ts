/** Seeded: each start of the demo shows the same people. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** mulberry32, in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(likelihood: number): boolean {
    return this.next() < likelihood;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    for (let last = left.length - 1; last > 0; last -= 1) {
      const other = this.between(0, last);
      [left[last], left[other]] = [left[other] as Item, left[last] as Item];
    }
    return left;
  }
}
