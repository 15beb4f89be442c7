import { Worker } from 'node:worker_threads';
import { type CompiledQuery, type DatabaseConnection, DummyDriver, type QueryResult } from 'kysely';
import { sqliteDb } from './sqlite.ts';
import type { Db } from './tables.ts';

export interface ReaderQuestion {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** JSON text: structured cloning takes half as long again. */
export type ReaderAnswer =
  | { readonly rows: string }
  | { readonly message: string; readonly errcode: number | undefined };

class ThreadDriver extends DummyDriver implements DatabaseConnection {
  readonly #file: string;
  #thread: Worker | null = null;
  #asked: PromiseWithResolvers<QueryResult<unknown>> | null = null;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('The reader only reads.');
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const asked = Promise.withResolvers<QueryResult<unknown>>();
    this.#asked = asked;
    this.#thread ??= this.#start();
    // Keep the process alive while it waits for an answer; at the start nothing else does.
    this.#thread.ref();
    this.#thread.postMessage({ text: sql, parameters } satisfies ReaderQuestion);
    return asked.promise as Promise<QueryResult<Row>>;
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for it; long results are read page by page instead.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The reader does not stream.');
  }

  override async destroy(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const exited = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await exited;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: this.#file,
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
    thread.unref();
    thread.on('message', (answer: ReaderAnswer) => {
      thread.unref();
      if ('rows' in answer) this.#asked?.resolve({ rows: JSON.parse(answer.rows) });
      else this.#asked?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }));
    });
    const ended = (error: Error) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#asked?.reject(error);
    };
    thread.on('error', ended);
    thread.on('exit', () => ended(new Error('The reader has ended.')));
    return thread;
  }
}

/** `node:sqlite` blocks the event loop, so slow reads run in a thread. Figure: users, longest wait (decision 39). */
export const sqliteReader = (file: string): Db => sqliteDb(new ThreadDriver(file));
