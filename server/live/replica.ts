import type { Trx } from '../db/tables.ts';
import { afterCommit } from '../db/transact.ts';
import type { Log } from '../process/log.ts';
import { ALL_IDS, type Bus, type Topic } from './bus.ts';

const AGAIN_MS = 1_000;

interface ReplicaDeps {
  readonly bus: Bus;
  readonly log: Log;
  readonly what: string;
  readonly topic?: Topic;
  load(): Promise<void>;
  reload?(id: string): Promise<void>;
  /** Runs periodically, for batched writes: writes ours, reads others'. */
  readonly upkeep?: { readonly everyMs: number; run(): Promise<void> };
}

/** Cache that reloads what the bus names, in order: a slow answer must not overwrite a newer one. */
export class Replica {
  readonly #deps: ReplicaDeps;
  readonly #timer: NodeJS.Timeout | undefined;
  #steps: Promise<void> = Promise.resolve();
  readonly caughtUp = () => this.#steps;
  #gaps = 0;
  #closedGaps = 0;

  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    deps.bus.onGap(() => this.#readAll());
    const { topic, load, reload } = deps;
    if (topic !== undefined)
      deps.bus.subscribe(topic, (id) => this.read(reload === undefined || id === ALL_IDS ? load : () => reload(id)));
    if (deps.upkeep !== undefined) this.#timer = setInterval(() => this.#upkeep(), deps.upkeep.everyMs).unref();
  }

  /** False after a gap until everything is reloaded. Then ask the database. */
  get trusted(): boolean {
    return this.#deps.bus.healthy && this.#gaps === this.#closedGaps;
  }

  /** Runs after pending steps. Also resolves on failure: check `trusted`. */
  read(step: () => Promise<void>): Promise<void> {
    this.#steps = this.#steps.then(step).catch((error) => {
      this.#deps.log.warn({ err: error }, `${this.#deps.what} not read, reading everything again`);
      this.#readAll();
    });
    return this.#steps;
  }

  /** On commit all processes reload; the caller waits for this one only. */
  async changed(trx: Trx, ...ids: readonly string[]): Promise<void> {
    const { bus, topic } = this.#deps;
    if (ids.length === 0 || topic === undefined) return;
    await bus.publishIn(trx, topic, ...ids);
    afterCommit(trx, this.caughtUp);
  }

  /** Like `changed`, but best effort across processes, for frequent changes. */
  changedOften(trx: Trx, ...ids: readonly string[]): void {
    const { bus, topic } = this.#deps;
    if (ids.length === 0 || topic === undefined) return;
    afterCommit(trx, () => bus.publish(topic, ...ids));
    afterCommit(trx, this.caughtUp);
  }

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
        setTimeout(() => bus.healthy && gap === this.#gaps && this.#readAll(), AGAIN_MS).unref();
      });
  }
}
