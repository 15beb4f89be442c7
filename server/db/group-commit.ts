import { CompiledQuery } from 'kysely';
import { isUnavailable } from './database.ts';
import type { Db, Trx } from './tables.ts';

/** May be run a second time when the first was rolled back, so it changes nothing but the database. */
type Job<T> = (trx: Trx) => Promise<T>;

/** Runs work in a transaction; what arrives together may share one, and each is answered after the commit. */
export type Commit = <T>(job: Job<T>) => Promise<T>;

/** PostgreSQL groups commits itself and has a connection for each transaction. */
export const separately =
  (db: Db): Commit =>
  (job) =>
    db.transaction().execute(job);

const JOBS_AT_ONCE = 100;
const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE = CompiledQuery.raw('release job');
const ROLLBACK = CompiledQuery.raw('rollback to job');

type Outcome = { value: unknown } | { error: unknown };

interface Waiting {
  readonly job: Job<unknown>;
  settle(outcome: Outcome): void;
}

/**
 * On SQLite there is one connection and every commit waits for the disk, so jobs that wait at the same time share a
 * transaction. Nearly always all of them succeed; when one fails, they run again with a savepoint for each, so that
 * it takes nothing of the others with it.
 */
export function together(db: Db): Commit {
  let waiting: Waiting[] = [];
  let running = false;

  const allOrNothing = (group: Waiting[]) =>
    db.transaction().execute(async (trx) => {
      const outcomes: Outcome[] = [];
      for (const { job } of group) outcomes.push({ value: await job(trx) });
      return outcomes;
    });

  const eachForItself = (group: Waiting[]) =>
    db.transaction().execute(async (trx) => {
      const outcomes: Outcome[] = [];
      for (const { job } of group) {
        await trx.executeQuery(SAVEPOINT);
        try {
          outcomes.push({ value: await job(trx) });
        } catch (error) {
          // A full disk ends the whole transaction: there is no savepoint left to go back to.
          if (isUnavailable(error)) throw error;
          outcomes.push({ error });
          await trx.executeQuery(ROLLBACK);
        }
        await trx.executeQuery(RELEASE);
      }
      return outcomes;
    });

  const runAll = async () => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, JOBS_AT_ONCE);
      waiting = waiting.slice(JOBS_AT_ONCE);
      try {
        const outcomes = await allOrNothing(group).catch((error) => {
          if (isUnavailable(error)) throw error;
          return eachForItself(group);
        });
        for (const [index, { settle }] of group.entries()) settle(outcomes[index] as Outcome);
      } catch (error) {
        for (const { settle } of group) settle({ error });
      }
    }
    running = false;
  };

  return <T>(job: Job<T>) =>
    new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => ('value' in outcome ? resolve(outcome.value as T) : reject(outcome.error));
      waiting.push({ job, settle });
      // The jobs of one turn of the event loop go together.
      if (!running && waiting.length === 1) setImmediate(() => void runAll());
    });
}
