import { sql } from 'kysely';
import type { Db, Trx } from './tables.ts';

type Job<T> = (trx: Trx) => Promise<T>;

/** Runs work in a transaction; what arrives together may share one, and each is answered after the commit. */
export type Commit = <T>(job: Job<T>) => Promise<T>;

/** PostgreSQL groups commits itself and has a connection for each transaction. */
export const separately =
  (db: Db): Commit =>
  (job) =>
    db.transaction().execute(job);

const JOBS_AT_ONCE = 100;

interface Waiting {
  run(trx: Trx): Promise<void>;
  committed(): void;
  lost(error: unknown): void;
}

/**
 * On SQLite there is one connection and every commit waits for the disk, so jobs that wait at the same time share a
 * transaction. Each has a savepoint of its own: one that fails takes nothing of the others with it.
 */
export function together(db: Db): Commit {
  let waiting: Waiting[] = [];
  let running = false;

  const runAll = async () => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, JOBS_AT_ONCE);
      waiting = waiting.slice(JOBS_AT_ONCE);
      try {
        await db.transaction().execute(async (trx) => {
          for (const job of group) await job.run(trx);
        });
        for (const job of group) job.committed();
      } catch (error) {
        for (const job of group) job.lost(error);
      }
    }
    running = false;
  };

  return <T>(job: Job<T>) =>
    new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown };
      waiting.push({
        async run(trx) {
          await sql`savepoint job`.execute(trx);
          try {
            outcome = { value: await job(trx) };
            await sql`release job`.execute(trx);
          } catch (error) {
            outcome = { error };
            await sql`rollback to job`.execute(trx);
            await sql`release job`.execute(trx);
          }
        },
        committed: () => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error)),
        lost: reject,
      });
      // The jobs of one turn of the event loop go together.
      if (!running && waiting.length === 1) setImmediate(() => void runAll());
    });
}
