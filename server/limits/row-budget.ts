import type { Clock } from '../clock.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';
import type { Window } from './limit.ts';
import { LIMITS } from './limits.ts';
import { MemoryCounts } from './memory-counts.ts';

/** The rest is kept for entries of the steps that people take: codes and sign-ins. */
const PART_OF_VIEWS = 2 / 3;
/** Of the entries of steps, when the disk is nearly full. */
const PART_WHEN_TIGHT = 1 / 10;
const TIGHT_WAIT_S = 60;
const TOLD_EVERY_MS = 60 * 60_000;

/** A page view can be left out; a step works in any case, and its entry is left out last. */
type Need = 'view' | 'step';

interface RowBudgetDeps {
  readonly clock: Clock;
  /** Rows an hour. */
  readonly most: number;
  /** Whether the disk is nearly full. */
  isTight(): boolean;
}

interface Windows {
  readonly all: Window;
  readonly wide: Window;
  readonly network: Window;
}

const windowsOf = (rows: number): Windows => {
  const windowOf = ({ most, seconds }: Window) => ({ most: Math.floor(rows * most), seconds });
  return {
    all: windowOf(LIMITS.rows),
    wide: windowOf(LIMITS.rowsOfWideNetwork),
    network: windowOf(LIMITS.rowsOfNetwork),
  };
};

/**
 * How many rows an hour strangers can make a process write, so that they cannot fill the disk. In memory, because a count in the
 * database would be another row for every row. What staff and accounts do does not count. Decision 29.
 */
export class RowBudget {
  readonly #deps: RowBudgetDeps;
  readonly #all = new MemoryCounts(LIMITS.rows.kept.keys);
  readonly #networks = new MemoryCounts(LIMITS.rowsOfNetwork.kept.keys);
  readonly #whole: Windows;
  readonly #views: Windows;
  readonly #tight: Windows;
  /** Entries left out since admins were last notified. */
  #missing = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RowBudgetDeps) {
    this.#deps = deps;
    this.#whole = windowsOf(deps.most);
    this.#views = windowsOf(deps.most * PART_OF_VIEWS);
    this.#tight = windowsOf(deps.most * PART_WHEN_TIGHT);
  }

  /** Zero when the entry may be written, otherwise the seconds until one might be. */
  take(address: string, need: Need): number {
    const seconds = this.#takeOne(address, need);
    if (seconds > 0) this.#missing += 1;
    return seconds;
  }

  /** Whether a row may be written that is no entry, so that admins need not hear of a missing one. */
  afford(address: string): boolean {
    return this.#takeOne(address, 'step') === 0;
  }

  #takeOne(address: string, need: Need): number {
    const { clock, isTight } = this.#deps;
    const tight = isTight();
    const windows = need === 'view' ? this.#views : tight ? this.#tight : this.#whole;
    const seconds = tight && need === 'view' ? TIGHT_WAIT_S : this.#wait(address, windows, clock.now());
    if (seconds === 0) this.spend(address, 1);
    return seconds;
  }

  /** Counts rows that a step needs and that are written in any case. */
  spend(address: string, rows: number): void {
    const now = this.#deps.clock.now();
    const { all, wide, network } = this.#whole;
    this.#all.add('all', all, now, rows);
    this.#networks.add(wideNetworkOf(address), wide, now, rows);
    this.#networks.add(networkOf(address), network, now, rows);
  }

  /** How many entries admins have to be notified of; other than zero at most once an hour. */
  untold(): number {
    const now = this.#deps.clock.now();
    if (this.#missing === 0 || Math.abs(now - this.#toldAt) < TOLD_EVERY_MS) return 0;
    const missing = this.#missing;
    this.#missing = 0;
    this.#toldAt = now;
    return missing;
  }

  #wait(address: string, { all, wide, network }: Windows, now: number): number {
    const ms = Math.max(
      this.#all.wait('all', all, now),
      this.#networks.wait(wideNetworkOf(address), wide, now),
      this.#networks.wait(networkOf(address), network, now),
    );
    return Math.ceil(ms / 1000);
  }
}
