import { type Clock, HOUR_MS } from '../clock.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';
import type { Window } from './limit.ts';
import { LIMITS } from './limits.ts';
import { MemoryCounts } from './memory-counts.ts';

/** The rest is reserved for codes and sign-ins. */
const PART_OF_VIEWS = 2 / 3;
/** When the disk is nearly full. */
const PART_WHEN_TIGHT = 1 / 10;
const TIGHT_WAIT_S = 60;
const TOLD_EVERY_MS = HOUR_MS;

/** A page view can be refused. A step always works; without budget, only its entry is dropped. */
type Need = 'view' | 'step';

interface RowBudgetDeps {
  readonly clock: Clock;
  /** Rows an hour. */
  readonly most: number;
  isTight(): boolean;
}

const windowsOf = (rows: number) => {
  const windowOf = ({ most, seconds }: Window) => ({ most: Math.floor(rows * most), seconds });
  return {
    all: windowOf(LIMITS.rows),
    wide: windowOf(LIMITS.rowsOfWideNetwork),
    network: windowOf(LIMITS.rowsOfNetwork),
  };
};

export type RowBudget = ReturnType<typeof rowBudget>;

/** Keeps strangers from filling the disk. Figure: abuse, growth (decision 29). */
export function rowBudget({ clock, most, isTight }: RowBudgetDeps) {
  const everybody = new MemoryCounts(LIMITS.rows.kept.keys);
  const networks = new MemoryCounts(LIMITS.rowsOfNetwork.kept.keys);
  const whole = windowsOf(most);
  const views = windowsOf(most * PART_OF_VIEWS);
  const whenTight = windowsOf(most * PART_WHEN_TIGHT);
  /** Dropped entries since admins were last notified. */
  let missing = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  /** Counts rows that are written in any case. */
  const spend = (address: string, rows: number): void => {
    const now = clock.now();
    everybody.add('all', whole.all, now, rows);
    networks.add(wideNetworkOf(address), whole.wide, now, rows);
    networks.add(networkOf(address), whole.network, now, rows);
  };

  const wait = (address: string, need: Need): number => {
    const tight = isTight();
    if (tight && need === 'view') return TIGHT_WAIT_S;
    const { all, wide, network } = need === 'view' ? views : tight ? whenTight : whole;
    const now = clock.now();
    const ms = Math.max(
      everybody.wait('all', all, now),
      networks.wait(wideNetworkOf(address), wide, now),
      networks.wait(networkOf(address), network, now),
    );
    return Math.ceil(ms / 1000);
  };

  const takeOne = (address: string, need: Need): number => {
    const seconds = wait(address, need);
    if (seconds === 0) spend(address, 1);
    return seconds;
  };

  return {
    spend,
    /** Seconds to wait; zero if the entry may be written. */
    take(address: string, need: Need): number {
      const seconds = takeOne(address, need);
      if (seconds > 0) missing += 1;
      return seconds;
    },
    /** For rows that admins need not hear of when they are dropped. */
    afford: (address: string) => takeOne(address, 'step') === 0,
    /** Number of dropped entries to notify admins of, at most once an hour. */
    untold(): number {
      const now = clock.now();
      if (missing === 0 || Math.abs(now - toldAt) < TOLD_EVERY_MS) return 0;
      const untold = missing;
      missing = 0;
      toldAt = now;
      return untold;
    },
  };
}
