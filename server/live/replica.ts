import type { Db, Trx } from '../db/tables.ts';
import type { Log } from '../log.ts';
import type { Bus, Topic } from './bus.ts';

const AGAIN_MS = 1_000;

interface ReplicaDeps {
  readonly bus: Bus;
  readonly log: Log;
  /** What is kept, for the log. */
  readonly what: string;
  /** Reads all of it. */
  load(): Promise<void>;
  /** Done again and again, for what is written in bundles: writes what is new, reads what other processes wrote. */
  readonly upkeep?: { readonly everyMs: number; run(): Promise<void> };
}

/**
 * Keeps what a process has in memory true to the database, from where it is read again whenever the bus says so. One step
 * after the other, because a slow answer must not overwrite a newer one.
 */
export class Replica {
  readonly #deps: ReplicaDeps;
  readonly #timer: NodeJS.Timeout | undefined;
  #steps: Promise<void> = Promise.resolve();
  /** How often something may have been missed, and after how many of these times everything has been read again. */
  #gaps = 0;
  #closedGaps = 0;

  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    deps.bus.onGap(() => this.#readAll());
    if (deps.upkeep !== undefined) this.#timer = setInterval(() => this.#upkeep(), deps.upkeep.everyMs).unref();
  }

  /** False while something may have been missed: then only the database knows. */
  get trusted(): boolean {
    return this.#deps.bus.healthy && this.#gaps === this.#closedGaps;
  }

  /** Reads some of it, after what is being read or written now. Done when it has been read, or is not trusted. */
  read(step: () => Promise<void>): Promise<void> {
    this.#steps = this.#steps.then(step).catch((error) => {
      this.#deps.log.warn({ err: error }, `${this.#deps.what} not read, reading everything again`);
      this.#readAll();
    });
    return this.#steps;
  }

  /** Done when everything has been read that the bus has told of until now, or it is not trusted. */
  caughtUp(): Promise<void> {
    return this.#steps;
  }

  /**
   * Changes what is kept; the work answers the ids of what it changed. The other processes are told of them in the
   * transaction, and when this is done, this process has read them.
   */
  async change(db: Db, topic: Topic, work: (trx: Trx) => Promise<readonly string[]>): Promise<void> {
    const { bus } = this.#deps;
    const changed = await db.transaction().execute(async (trx) => {
      const ids = await work(trx);
      await bus.publishIn(trx, topic, ...ids);
      return ids;
    });
    for (const id of changed) bus.tellSelf(topic, id);
    await this.#steps;
  }

  /** The upkeep at once, and everything that waits; the process does it by itself, tests call it. */
  async settle(): Promise<void> {
    this.#upkeep();
    await this.#steps;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.settle();
  }

  #upkeep(): void {
    const { upkeep, log, what } = this.#deps;
    if (upkeep === undefined) return;
    this.#steps = this.#steps
      .then(() => upkeep.run())
      .catch((error) => log.warn({ err: error }, `${what} not written, trying again`));
  }

  #readAll(): void {
    const { bus, log, what, load } = this.#deps;
    this.#gaps += 1;
    const gap = this.#gaps;
    this.#steps = this.#steps
      .then(load)
      .then(() => {
        this.#closedGaps = gap;
      })
      .catch((error) => {
        log.warn({ err: error }, `${what} not read, trying again`);
        // An unhealthy bus says by itself when it is well again.
        setTimeout(() => bus.healthy && gap === this.#gaps && this.#readAll(), AGAIN_MS).unref();
      });
  }
}
