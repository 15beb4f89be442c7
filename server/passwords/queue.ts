import { busy } from '../errors.ts';
import { type Caller, shareOfFree, Tally, Turns } from '../limits/fair-shares.ts';
import { wideNetworkOf } from '../visitor/address.ts';

/** As much work as may wait: whoever would wait for longer is told to come again. */
const WORK_MS = 5_000;
/** How long one piece of work is taken to last before any was measured, and the least and most that is believed. */
const FIRST_GUESS_MS = 40;
const LEAST_MS = 2;
const MOST_MS = 250;
/** Of so many measured times the average is made. */
const MEASURED = 32;
/** Known callers have so many places more, of which nobody else takes any. */
const RESERVED = 1 / 8;
/** Places that one known caller can have at once. */
const PLACES_OF_ONE = 2;

/** A place in the queue, from before anything is used up for the work until it is done. */
export interface Place {
  /** Runs when it is this place's turn. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Heavy work, a few pieces at once, in turn. The places are as many as can be worked off in five seconds, by what the work
 * has taken lately; when there is none left the next caller is refused, which is better than answering everybody late.
 */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #now: () => number;
  readonly #waiting = new Turns<() => void>();
  readonly #byCaller = new Tally();
  readonly #byWideNetwork = new Tally();
  #averageMs = FIRST_GUESS_MS;
  #known = 0;
  #strangers = 0;
  #running = 0;
  #done = 0;

  constructor(atOnce: number, now: () => number = () => performance.now()) {
    this.#atOnce = atOnce;
    this.#now = now;
  }

  get places(): number {
    return Math.floor((WORK_MS / this.#averageMs) * this.#atOnce);
  }

  get load() {
    return { running: this.#running, waiting: this.#waiting.size, done: this.#done };
  }

  /** How full it is for strangers, from 0 to 1. */
  get pressure(): number {
    return Math.min(1, this.#strangers / this.places);
  }

  /** Gives a place for as long as `use` takes, or refuses before anything has begun. */
  async withPlace<T>(caller: Caller, use: (place: Place) => Promise<T>): Promise<T> {
    const admitted = this.#admitted(caller);
    if (admitted === null) throw busy();
    this.#count(admitted, 1);
    try {
      return await use({ run: (work) => this.run(admitted, work) });
    } finally {
      this.#count(admitted, -1);
    }
  }

  /** Without a place, for the server's own work: it takes its turn, and is never refused. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await new Promise<void>((start) => this.#waiting.push(caller, start));
    const began = this.#now();
    try {
      return await work();
    } finally {
      const took = Math.min(MOST_MS, Math.max(LEAST_MS, this.#now() - began));
      this.#averageMs += (took - this.#averageMs) / MEASURED;
      this.#done += 1;
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** As whom there is room for a caller: a known one who asks for more than their places is a stranger like others. */
  #admitted({ address, known }: Caller): Caller | null {
    const free = this.places - this.#strangers - this.#known;
    // Not the places that are left over: they may be fewer than they were when strangers took theirs.
    const hasRoom = free > 0 || this.#known < this.places * RESERVED;
    if (known !== undefined && hasRoom && this.#byCaller.of(known) < PLACES_OF_ONE) return { address, known };
    return this.#byWideNetwork.of(wideNetworkOf(address)) < shareOfFree(free) ? { address } : null;
  }

  #count({ address, known }: Caller, by: 1 | -1): void {
    if (known === undefined) {
      this.#strangers += by;
      this.#byWideNetwork.add(wideNetworkOf(address), by);
    } else {
      this.#known += by;
      this.#byCaller.add(known, by);
    }
  }
}
