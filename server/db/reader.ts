import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db, Tables } from './tables.ts';

export interface ReaderQuestion {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export interface ReaderAnswer {
  readonly id: number;
  readonly rows?: unknown[];
  readonly error?: { readonly message: string; readonly errcode?: number };
}

interface Waiting {
  resolve(result: QueryResult<unknown>): void;
  reject(error: Error): void;
}

/** The connection lives in a thread; here is only who waits for which answer. */
class ThreadConnection implements DatabaseConnection {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#asked += 1;
    const question: ReaderQuestion = { id: this.#asked, text: sql, parameters };
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve: resolve as Waiting['resolve'], reject });
      this.#started().postMessage(question);
    });
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for it; long results are read page by page instead.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The reader does not stream.');
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage('close');
    await exited;
  }

  /** Started at the first question: not everybody has so many users that it is worth a thread. */
  #started(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: this.#file,
      // It holds one page of rows at a time.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
    thread.unref();
    thread.on('message', (answer: ReaderAnswer) => this.#settle(answer));
    thread.on('error', (error) => this.#fail(error as Error));
    thread.on('exit', () => this.#fail(new Error('The reader has ended.')));
    this.#thread = thread;
    return thread;
  }

  #settle({ id, rows, error }: ReaderAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve({ rows: rows ?? [] });
    else waiting?.reject(Object.assign(new Error(error.message), { errcode: error.errcode }));
  }

  /** Who waits is told, and the next question starts a new thread. */
  #fail(error: Error): void {
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection;

  constructor(file: string) {
    this.#connection = new ThreadConnection(file);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error('The reader only reads.');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {
    await this.#connection.close();
  }
}

/**
 * Reads on a thread of its own. `node:sqlite` works while everything else waits, so what can take longer than a few
 * milliseconds is asked here. It sees everything that has been committed.
 */
export function sqliteReader(file: string): Db {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new ThreadDriver(file),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}
