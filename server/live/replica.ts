import type { Trx } from '../db/tables.ts';
import { afterCommit } from '../db/transact.ts';
import type { Log } from '../process/log.ts';
import { type Bus, EVERYBODY, idsToTell, type Topic } from './bus.ts';

const AGAIN_MS = 1_000;
/** More ids than this are told as "everything". */
const IDS_TOLD_MAX = 20;

interface ReplicaDeps {
  readonly bus: Bus;
  readonly log: Log;
  /** What is kept, for the log. */
  readonly what: string;
  /** Where processes tell each other what of it has changed; without one its owner listens for itself. */
  readonly topic?: Topic;
  /** Reads all of it. */
  load(): Promise<void>;
  /** Reads one part of it; without this all of it is read. */
  reload?(id: string): Promise<void>;
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
  readonly #caughtUp = () => this.#steps;
  /** How often something may have been missed, and after how many of these times everything has been read again. */
  #gaps = 0;
  #closedGaps = 0;

  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    deps.bus.onGap(() => this.#readAll());
    const { topic, load, reload } = deps;
    if (topic !== undefined)
      deps.bus.subscribe(topic, (id) => this.read(reload === undefined || id === EVERYBODY ? load : () => reload(id)));
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
   * In the transaction that changes these parts: with its commit every process is told to read them again, and its caller
   * goes on when this process has.
   */
  async changed(trx: Trx, ...ids: readonly string[]): Promise<void> {
    const { bus, topic } = this.#deps;
    if (ids.length === 0 || topic === undefined) return;
    await bus.publishIn(trx, topic, ...idsToTell(ids, IDS_TOLD_MAX));
    afterCommit(trx, this.#caughtUp);
  }

  /** The same for what happens often: a process that dies right after the commit tells no other. */
  changedOften(trx: Trx, ...ids: readonly string[]): void {
    const { bus, topic } = this.#deps;
    if (ids.length === 0 || topic === undefined) return;
    bus.publishAfter(trx, topic, ...idsToTell(ids, IDS_TOLD_MAX));
    afterCommit(trx, this.#caughtUp);
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
