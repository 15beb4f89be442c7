import type { Clock } from '../clock.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';
import { SlidingCounts } from './sliding-counts.ts';

const HOUR_MS = 60 * 60_000;
/** What one network, and one wide network, may have of everything. A whole office can be one network. */
const NETWORKS = 40;
const WIDE_NETWORKS = 20;
/** The rest is kept for entries of the steps that people take: codes and sign-ins. */
const PART_OF_VIEWS = 2 / 3;
/** Of the entries of steps, when the disk is nearly full. */
const PART_WHEN_TIGHT = 1 / 10;
const TIGHT_WAIT_S = 60;
const NETWORKS_REMEMBERED = 10_000;
const TOLD_EVERY_MS = HOUR_MS;

/** A page view can be left out; a step works in any case, and its entry is left out last. */
type Need = 'view' | 'step';

interface RowBudgetDeps {
  readonly clock: Clock;
  /** Rows an hour. */
  readonly most: number;
  /** Whether the disk is nearly full. */
  isTight(): boolean;
}

/**
 * How many rows an hour strangers can make us write, so that they cannot fill the disk. In memory and without a query; each
 * process has its own, so several have as many times as much. What staff and accounts do is never asked about here.
 */
export class RowBudget {
  readonly #deps: RowBudgetDeps;
  readonly #all = new SlidingCounts(1);
  readonly #networks = new SlidingCounts(NETWORKS_REMEMBERED);
  #missing = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RowBudgetDeps) {
    this.#deps = deps;
  }

  /** Zero when the entry may be written, otherwise the seconds until one might be. */
  take(address: string, need: Need): number {
    const seconds = this.#takeOne(address, need);
    if (seconds > 0) this.#missing += 1;
    return seconds;
  }

  /** Whether a row may be written that is no entry: nobody misses it when it is left out. */
  afford(address: string): boolean {
    return this.#takeOne(address, 'step') === 0;
  }

  #takeOne(address: string, need: Need): number {
    const { clock, isTight } = this.#deps;
    const tight = isTight();
    const part = need === 'view' ? PART_OF_VIEWS : tight ? PART_WHEN_TIGHT : 1;
    const seconds = tight && need === 'view' ? TIGHT_WAIT_S : this.#wait(address, part, clock.now());
    if (seconds === 0) this.spend(address, 1);
    return seconds;
  }

  /** Rows that a step needs and that are written in any case. */
  spend(address: string, rows: number): void {
    const now = this.#deps.clock.now();
    for (const { counts, key, most } of this.#levels(address)) counts.add(key, { most, ms: HOUR_MS }, now, rows);
  }

  /** How many entries are missing that nobody has been told of; at most once an hour there are any. */
  untold(): number {
    const now = this.#deps.clock.now();
    if (this.#missing === 0 || Math.abs(now - this.#toldAt) < TOLD_EVERY_MS) return 0;
    const missing = this.#missing;
    this.#missing = 0;
    this.#toldAt = now;
    return missing;
  }

  #wait(address: string, part: number, now: number): number {
    const waits = this.#levels(address).map(({ counts, key, most }) =>
      counts.wait(key, { most: Math.floor(most * part), ms: HOUR_MS }, now),
    );
    return Math.ceil(Math.max(...waits) / 1000);
  }

  #levels(address: string) {
    const { most } = this.#deps;
    return [
      { counts: this.#all, key: 'all', most },
      { counts: this.#networks, key: wideNetworkOf(address), most: most / WIDE_NETWORKS },
      { counts: this.#networks, key: networkOf(address), most: most / NETWORKS },
    ];
  }
}
