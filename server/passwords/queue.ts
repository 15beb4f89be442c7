import { busy } from '../errors.ts';
import { type Caller, shareOfFree, Tally, Turns } from '../limits/fair-shares.ts';
import { wideNetworkOf } from '../visitor/address.ts';

const WORK_MS = 5_000;
const FIRST_GUESS_MS = 40;
const LEAST_MS = 2;
const MOST_MS = 250;
const MEASURED = 32;
const RESERVED = 1 / 8;
const PLACES_OF_ONE = 2;

/** Take it before using anything up, and hold it until the work is done. */
export interface Place {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Room for five seconds of work; more callers are refused. Decision 31. */
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

  get pressure(): number {
    return Math.min(1, this.#strangers / this.places);
  }

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

  /** Known callers beyond their share count as strangers. */
  #admitted({ address, known }: Caller): Caller | null {
    const free = this.places - this.#strangers - this.#known;
    // Not only `free`, which shrinks when the work gets slower.
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
