import { CompiledQuery } from 'kysely';
import { isUnavailable } from './database.ts';
import { inGroups, type Outcome } from './groups.ts';
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

/**
 * On SQLite there is one connection and every commit waits for the disk, so jobs that wait at the same time share a
 * transaction. Nearly always all of them succeed; when one fails, they run again with a savepoint for each, so that
 * it takes nothing of the others with it.
 */
export function together(db: Db): Commit {
  const allOrNothing = (group: readonly Job<unknown>[]) =>
    db.transaction().execute(async (trx) => {
      const outcomes: Outcome<unknown>[] = [];
      for (const job of group) outcomes.push({ value: await job(trx) });
      return outcomes;
    });

  const eachForItself = (group: readonly Job<unknown>[]) =>
    db.transaction().execute(async (trx) => {
      const outcomes: Outcome<unknown>[] = [];
      for (const job of group) {
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

  const commit = inGroups(JOBS_AT_ONCE, (group: readonly Job<unknown>[]) =>
    allOrNothing(group).catch((error) => {
      if (isUnavailable(error)) throw error;
      return eachForItself(group);
    }),
  );
  return <T>(job: Job<T>) => commit(job) as Promise<T>;
}
