import type { Log } from '../log.ts';
import type { Bus } from './bus.ts';

const AGAIN_MS = 1_000;

interface InStepDeps {
  readonly bus: Bus;
  readonly log: Log;
  /** What is remembered, for the log. */
  readonly what: string;
  /** Reads all of it. */
  load(): Promise<void>;
}

/**
 * Keeps what a process remembers in step with the database, from where it is read again whenever the bus says so: one
 * reading after the other, because a slow answer must not overwrite a newer one.
 */
export class InStep {
  readonly #deps: InStepDeps;
  #reading: Promise<void> = Promise.resolve();
  /** How often something may have been missed, and after how many of these times everything has been read again. */
  #gaps = 0;
  #closedGaps = 0;

  constructor(deps: InStepDeps) {
    this.#deps = deps;
    deps.bus.onGap(() => this.#readAll());
  }

  /** False while something may have been missed: whoever wants to know has to ask the database. */
  get trusted(): boolean {
    return this.#deps.bus.healthy && this.#gaps === this.#closedGaps;
  }

  read(step: () => Promise<void>): void {
    this.#reading = this.#reading.then(step).catch((error) => {
      this.#deps.log.warn({ err: error }, `${this.#deps.what} not read, reading everything again`);
      this.#readAll();
    });
  }

  /** Everything that was to be read has been read, or is not trusted. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  #readAll(): void {
    this.#gaps += 1;
    const gap = this.#gaps;
    this.#reading = this.#reading
      .then(() => this.#deps.load())
      .then(() => {
        this.#closedGaps = gap;
      })
      .catch((error) => {
        this.#deps.log.warn({ err: error }, `${this.#deps.what} not read, trying again`);
        // An unhealthy bus says by itself when it is well again.
        setTimeout(() => this.#deps.bus.healthy && gap === this.#gaps && this.#readAll(), AGAIN_MS).unref();
      });
  }
}
