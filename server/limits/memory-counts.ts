import type { Clock } from '../clock.ts';
import type { Limit, Window } from './limit.ts';

/** Limits up to this size are exact; larger ones count in elevenths of the window. */
const RECORDS = 12;
/** More than one request can add, so that expired keys disappear. */
const SWEPT_AT_ONCE = 4;
/** Enough that one of them is hardly ever at its limit. */
const CANDIDATES = 8;
const FIRST_SLOTS = 64;

/** Bounded memory; keys at their limit are not evicted. Figure: abuse, memory with 1,000,000 networks. */
export class MemoryCounts {
  readonly #capacity: number;
  readonly #slots = new Map<string, number>();
  /** By slot; '' means free. */
  readonly #keys: string[] = [];
  readonly #free: number[] = [];
  #times = new Float64Array();
  #counts = new Uint32Array();
  #sizes = new Uint8Array();
  #shares = new Float32Array();
  #expiries = new Float64Array();
  #hand = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Milliseconds to wait; zero if one more may pass now. */
  wait(key: string, { most, seconds }: Window, now: number): number {
    const ms = seconds * 1000;
    const slot = this.#slots.get(key);
    if (slot === undefined) return 0;
    this.#forgetPassed(slot, ms, now);
    let left = this.#sum(slot);
    if (left < most) return 0;
    const [first, end] = this.#records(slot);
    for (let at = first; at < end; at += 1) {
      left -= this.#counts[at] as number;
      if (left < most) return Math.max(1, (this.#times[at] as number) + ms - now);
    }
    return ms;
  }

  /** Milliseconds to wait; if zero, it was counted. */
  take(key: string, window: Window, now: number): number {
    const ms = this.wait(key, window, now);
    if (ms === 0) this.add(key, window, now);
    return ms;
  }

  /** Counts even past the limit. */
  add(key: string, { most, seconds }: Window, now: number, count = 1): number {
    const ms = seconds * 1000;
    this.#sweep(now);
    const slot = this.#slots.get(key) ?? this.#allocate(key, now);
    this.#forgetPassed(slot, ms, now);
    const [first, end] = this.#records(slot);
    const last = end - 1;
    const cell = ms / (RECORDS - 1);
    const joinsLast =
      end > first &&
      (end - first === RECORDS ||
        (most > RECORDS && Math.floor((this.#times[last] as number) / cell) === Math.floor(now / cell)));
    const at = joinsLast ? last : end;
    this.#counts[at] = (joinsLast ? (this.#counts[at] as number) : 0) + count;
    this.#times[at] = now;
    if (!joinsLast) this.#sizes[slot] = (this.#sizes[slot] as number) + 1;
    const sum = this.#sum(slot);
    this.#shares[slot] = sum / most;
    this.#expiries[slot] = now + ms;
    return sum;
  }

  /** For one that did not pass in the end. */
  giveBack(key: string): void {
    const slot = this.#slots.get(key);
    const size = slot === undefined ? 0 : (this.#sizes[slot] as number);
    if (slot === undefined || size === 0) return;
    const last = slot * RECORDS + size - 1;
    this.#counts[last] = (this.#counts[last] as number) - 1;
    if (this.#counts[last] === 0) this.#sizes[slot] = size - 1;
  }

  /** The database says that the limit is reached: lets nothing pass until then. */
  exhaust(key: string, { most, seconds }: Window, until: number, now: number): void {
    this.#sweep(now);
    const slot = this.#slots.get(key) ?? this.#allocate(key, now);
    this.#sizes[slot] = 1;
    this.#times[slot * RECORDS] = until - seconds * 1000;
    this.#counts[slot * RECORDS] = most;
    this.#shares[slot] = 1;
    this.#expiries[slot] = until;
  }

  #records(slot: number): [first: number, end: number] {
    const first = slot * RECORDS;
    return [first, first + (this.#sizes[slot] as number)];
  }

  #sum(slot: number): number {
    const [first, end] = this.#records(slot);
    let sum = 0;
    for (let at = first; at < end; at += 1) sum += this.#counts[at] as number;
    return sum;
  }

  #forgetPassed(slot: number, ms: number, now: number): void {
    const [first, end] = this.#records(slot);
    if (end === first) return;
    // The clock was set back: start again.
    if ((this.#times[end - 1] as number) > now) {
      this.#sizes[slot] = 0;
      return;
    }
    let kept = first;
    while (kept < end && (this.#times[kept] as number) <= now - ms) kept += 1;
    if (kept === first) return;
    this.#times.copyWithin(first, kept, end);
    this.#counts.copyWithin(first, kept, end);
    this.#sizes[slot] = end - kept;
  }

  #sweep(now: number): void {
    for (let step = 0; step < SWEPT_AT_ONCE && this.#keys.length > 0; step += 1) {
      this.#hand = (this.#hand + 1) % this.#keys.length;
      if (this.#keys[this.#hand] !== '' && this.#isOver(this.#hand, now)) this.#release(this.#hand);
    }
  }

  /** Also true for counts from before the clock was set back. */
  #isOver(slot: number, now: number): boolean {
    const [first, end] = this.#records(slot);
    return first === end || (this.#expiries[slot] as number) <= now || (this.#times[end - 1] as number) > now;
  }

  #allocate(key: string, now: number): number {
    if (this.#free.length === 0 && this.#keys.length === this.#capacity) this.#release(this.#leastNeeded(now));
    const slot = this.#free.pop() ?? this.#keys.length;
    if (slot === this.#sizes.length) this.#grow();
    this.#keys[slot] = key;
    this.#slots.set(key, slot);
    this.#sizes[slot] = 0;
    return slot;
  }

  #grow(): void {
    const slots = Math.min(this.#capacity, Math.max(FIRST_SLOTS, 2 * this.#sizes.length));
    this.#times = new Float64Array(this.#times.buffer.transfer(8 * slots * RECORDS));
    this.#counts = new Uint32Array(this.#counts.buffer.transfer(4 * slots * RECORDS));
    this.#sizes = new Uint8Array(this.#sizes.buffer.transfer(slots));
    this.#shares = new Float32Array(this.#shares.buffer.transfer(4 * slots));
    this.#expiries = new Float64Array(this.#expiries.buffer.transfer(8 * slots));
  }

  #leastNeeded(now: number): number {
    let least = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (let look = 0; look < CANDIDATES; look += 1) {
      const slot = Math.floor(Math.random() * this.#capacity);
      const share = this.#isOver(slot, now) ? -1 : (this.#shares[slot] as number);
      if (share < lowest) [least, lowest] = [slot, share];
    }
    return least;
  }

  #release(slot: number): void {
    this.#slots.delete(this.#keys[slot] as string);
    this.#keys[slot] = '';
    this.#free.push(slot);
  }
}

export function inMemory(
  { most, seconds, kept }: Limit & { readonly kept: { readonly keys: number } },
  clock: Clock,
): (key: string) => boolean {
  const counts = new MemoryCounts(kept.keys);
  const window = { most, seconds };
  return (key) => counts.take(key, window, clock.now()) === 0;
}
