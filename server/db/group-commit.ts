import { CompiledQuery } from 'kysely';
import { isUnavailable } from './errors.ts';
import type { Db, Trx } from './tables.ts';

export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Runs together what arrives in one turn of the event loop, at most so many at once and one group after the other; each
 * caller gets its own outcome. When the run itself fails, so have all of its group.
 */
export function inGroups<Item, Value>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Outcome<Value>[]>,
): (item: Item) => Promise<Value> {
  let queue: { readonly item: Item; settle(outcome: Outcome<Value>): void }[] = [];
  let running = false;

  const runAll = async () => {
    running = true;
    while (queue.length > 0) {
      const group = queue.slice(0, most);
      queue = queue.slice(most);
      const outcomes = await run(group.map(({ item }) => item)).catch((error) => group.map(() => ({ error })));
      for (const [index, { settle }] of group.entries()) settle(outcomes[index] as Outcome<Value>);
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Value>) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error));
      queue.push({ item, settle });
      if (!running && queue.length === 1) setImmediate(() => void runAll());
    });
}

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
