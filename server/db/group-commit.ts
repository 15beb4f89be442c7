import { isDatabaseError, isUnavailable } from './errors.ts';
import { shareStatements } from './prepared.ts';
import type { Db, Trx } from './tables.ts';
import { inTransaction } from './transact.ts';

export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

const outcomeOf = <Value>(done: Promise<Value>): Promise<Outcome<Value>> =>
  done.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );

/** Batches calls of one turn of the event loop; a throw fails the whole batch. Figure: guests, log-activity (decision 53). */
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

/** May run again after a rollback, so it must only change the database. */
type Job<T> = (trx: Trx) => Promise<T>;

export interface Touches {
  /** Jobs of one kind touch tables in the same order. */
  readonly kind: string;
  /** Jobs with a common key keep their order. */
  readonly keys: readonly string[];
}

/** On SQLite, jobs without `touches` share the commit only; on PostgreSQL, nothing. */
export type Commit = <T>(job: Job<T>, touches?: Touches) => Promise<T>;

const UNKNOWN: Touches = { kind: 'unknown', keys: [] };

export class Refusal extends Error {}

interface Waiting extends Touches {
  readonly job: Job<unknown>;
  settle(outcome: Outcome<unknown>): void;
}

export function takeGroup<Item extends Touches>(waiting: Item[], running: ReadonlySet<string>, most: number): Item[] {
  const group: Item[] = [];
  const before = new Set<string>();
  let kept = 0;
  for (const [index, item] of waiting.entries()) {
    const fits =
      group.length < most &&
      (group[0] === undefined || group[0].kind === item.kind) &&
      !item.keys.some((key) => before.has(key) || running.has(key));
    if (fits) group.push(item);
    else {
      waiting[kept] = item;
      kept += 1;
    }
    if (group.length === most) {
      waiting.splice(kept, index + 1 - kept);
      return group;
    }
    for (const key of item.keys) before.add(key);
  }
  waiting.length = kept;
  return group;
}

const JOBS_AT_ONCE = 64;
/** Lets a group fill up before it runs beside another one. */
const HOLD_BACK_MS = 25;

const ROLL_BACK = new Error('Not all jobs of the group can be committed');

/** Concurrent jobs share a transaction; a failed job runs again alone. Figure: guests, codes a second (decision 53). */
export function groupCommit(db: Db, groupsAtOnce: number): Commit {
  const waiting: Waiting[] = [];
  const touched = new Set<string>();
  let running = 0;
  let isStarting = false;
  let heldBack: NodeJS.Timeout | null = null;

  const runTogether = async (group: readonly Waiting[]): Promise<readonly Outcome<unknown>[]> => {
    const outcomes: Outcome<unknown>[] = [];
    const inOrder = group[0]?.kind === UNKNOWN.kind;
    try {
      await inTransaction(db, async (trx) => {
        if (!inOrder) shareStatements(trx);
        const jobs: Promise<void>[] = [];
        for (const [index, { job }] of group.entries()) {
          const done = outcomeOf(job(trx)).then((outcome) => {
            outcomes[index] = outcome;
          });
          if (inOrder) await done;
          else jobs.push(done);
        }
        await Promise.all(jobs);
        if (outcomes.some((outcome) => 'error' in outcome)) throw ROLL_BACK;
      });
      return outcomes;
    } catch (error) {
      return error === ROLL_BACK ? outcomes : group.map(() => ({ error }));
    }
  };

  const run = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length === 0) return;
    const outcomes = await runTogether(group);
    const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
    const unavailable = errors.find(isUnavailable);
    if (errors.length === 0 || group.length === 1 || unavailable !== undefined) {
      for (const [index, { settle }] of group.entries())
        settle(unavailable === undefined ? (outcomes[index] as Outcome<unknown>) : { error: unavailable });
      return;
    }
    // A database error doesn't tell which job caused it.
    const isAnySuspect = errors.some(isDatabaseError);
    const others: Waiting[] = [];
    const alone: Waiting[] = [];
    for (const [index, item] of group.entries()) {
      const outcome = outcomes[index] as Outcome<unknown>;
      if (isAnySuspect) alone.push(item);
      else if ('value' in outcome) others.push(item);
      else if (outcome.error instanceof Refusal) item.settle(outcome);
      else alone.push(item);
    }
    await run(others);
    for (const { job, settle } of alone) settle(await outcomeOf(inTransaction(db, job)));
  };

  const startGroup = () => {
    const group = takeGroup(waiting, touched, JOBS_AT_ONCE);
    if (group.length === 0) return;
    running += 1;
    for (const { keys } of group) for (const key of keys) touched.add(key);
    void run(group).finally(() => {
      running -= 1;
      for (const { keys } of group) for (const key of keys) touched.delete(key);
      start();
    });
  };

  const start = () => {
    if (waiting.length === 0 || isStarting) return;
    if (running === 0) {
      isStarting = true;
      setImmediate(() => {
        isStarting = false;
        if (running === 0) startGroup();
        start();
      });
    } else if (running < groupsAtOnce && heldBack === null) {
      heldBack = setTimeout(() => {
        heldBack = null;
        if (running < groupsAtOnce) startGroup();
      }, HOLD_BACK_MS);
    }
  };

  return <T>(job: Job<T>, touches?: Touches) => {
    if (touches === undefined && groupsAtOnce > 1) return inTransaction(db, job);
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome<unknown>) =>
        'value' in outcome ? resolve(outcome.value as T) : reject(outcome.error);
      waiting.push({ ...(touches ?? UNKNOWN), job, settle });
      start();
    });
  };
}
