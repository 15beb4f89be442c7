import { isDatabaseError, isUnavailable } from './errors.ts';
import { shareStatements } from './prepared.ts';
import type { Db, Trx } from './tables.ts';
import { inTransaction } from './transact.ts';

export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Batches what arrives in one turn of the event loop. Batches run one after the other; if a run throws, its whole batch
 * fails. Decision 53.
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

/** May run again after a rollback, so it must change nothing but the database. */
type Job<T> = (trx: Trx) => Promise<T>;

export interface Touches {
  /** Jobs of one kind touch tables in the same order; only they run together. */
  readonly kind: string;
  /** Rows it reads and then changes. Jobs with a common key run in order of arrival. */
  readonly keys: readonly string[];
}

/**
 * Runs a job in a transaction that others may share, and resolves after the commit. Jobs without `touches` share only
 * the commit, and on PostgreSQL nothing.
 */
export type Commit = <T>(job: Job<T>, touches?: Touches) => Promise<T>;

const UNKNOWN: Touches = { kind: 'unknown', keys: [] };

export class Refusal extends Error {}

interface Waiting extends Touches {
  readonly job: Job<unknown>;
  settle(outcome: Outcome<unknown>): void;
}

/**
 * Takes the next jobs that can run together: one kind, no key shared with a running or earlier job. The rest keep their
 * order.
 */
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
/** How long waiting jobs are held back for a running group, if another group could run beside it. */
const HOLD_BACK_MS = 25;

class GroupFailed extends Error {
  readonly outcomes: readonly Outcome<unknown>[];

  constructor(outcomes: readonly Outcome<unknown>[]) {
    super('Not all jobs of the group can be committed');
    this.outcomes = outcomes;
  }
}

/**
 * Concurrent jobs share a transaction: one commit, and one statement for what they do alike (`prepared.ts`). If one
 * fails, all roll back; it runs again alone and the others together. SQLite runs one group at a time; on PostgreSQL the
 * next runs beside a slow one.
 */
export function groupCommit(db: Db, groupsAtOnce: number): Commit {
  const waiting: Waiting[] = [];
  const touched = new Set<string>();
  let running = 0;
  let isStarting = false;
  let heldBack: NodeJS.Timeout | null = null;

  const allOrNothing = (group: readonly Waiting[]) =>
    inTransaction(db, async (trx) => {
      const inOrder = group[0]?.kind === UNKNOWN.kind;
      if (!inOrder) shareStatements(trx);
      const outcomes: Outcome<unknown>[] = [];
      const running: Promise<unknown>[] = [];
      for (const [index, { job }] of group.entries()) {
        const done = job(trx).then(
          (value) => {
            outcomes[index] = { value };
          },
          (error) => {
            outcomes[index] = { error };
          },
        );
        if (inOrder) await done;
        else running.push(done);
      }
      await Promise.all(running);
      if (outcomes.some((outcome) => 'error' in outcome)) throw new GroupFailed(outcomes);
      return outcomes;
    });

  const settleAll = (group: readonly Waiting[], outcomes: readonly Outcome<unknown>[]) => {
    for (const [index, { settle }] of group.entries()) settle(outcomes[index] as Outcome<unknown>);
  };

  const runAlone = async ({ job, settle }: Waiting) =>
    settle(
      await inTransaction(db, job).then(
        (value) => ({ value }),
        (error) => ({ error }),
      ),
    );

  const run = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length === 0) return;
    const failure: unknown = await allOrNothing(group).then(
      (outcomes) => settleAll(group, outcomes),
      (error) => error,
    );
    if (failure === undefined) return;
    const outcomes = failure instanceof GroupFailed ? failure.outcomes : group.map(() => ({ error: failure }));
    const errors = outcomes.map((outcome) => ('error' in outcome ? outcome.error : undefined));
    if (group.length === 1 || errors.some(isUnavailable)) {
      const error = errors.find(isUnavailable) ?? errors[0];
      return settleAll(
        group,
        group.map(() => ({ error })),
      );
    }
    // A database error does not say which job caused it.
    if (errors.some(isDatabaseError) || !(failure instanceof GroupFailed)) {
      for (const item of group) await runAlone(item);
      return;
    }
    const others: Waiting[] = [];
    const failed: Waiting[] = [];
    for (const [index, item] of group.entries()) {
      const error = errors[index];
      if (error instanceof Refusal) item.settle({ error });
      else (error === undefined ? others : failed).push(item);
    }
    await run(others);
    for (const item of failed) await runAlone(item);
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
