import { type Expression, sql } from 'kysely';
import { COUNTED_MAX } from '../../contract/log/activity.rules.ts';
import type { EntryCount } from '../../contract/log/activity.ts';
import type { Clock } from '../clock.ts';
import type { Db } from './tables.ts';

/** Every open page of the back-office asks again every few seconds. */
const KEPT_MS = 2_000;
/** Anybody of the staff can ask for any two days. */
const REMEMBERED_MAX = 200;

interface Remembered {
  readonly at: number;
  readonly count: Promise<EntryCount>;
}

interface CountsDeps {
  readonly reader: Db;
  readonly clock: Clock;
}

/** A query that reads nothing but an index. */
interface Counted {
  limit(most: number): Expression<unknown>;
}

/**
 * How many rows of a log there are, of those that are asked for. Along an index and no further than `COUNTED_MAX`, so that it
 * takes as long with ten million as with a hundred thousand.
 */
export class BoundedCounts<Those> {
  readonly #deps: CountsDeps;
  readonly #queries: (reader: Db, those: Those) => readonly Counted[];
  readonly #remembered = new Map<string, Remembered>();

  constructor(deps: CountsDeps, queries: (reader: Db, those: Those) => readonly Counted[]) {
    this.#deps = deps;
    this.#queries = queries;
  }

  of(those: Those): Promise<EntryCount> {
    const now = this.#deps.clock.now();
    const key = JSON.stringify(those);
    const remembered = this.#remembered.get(key);
    // A clock that was set back would otherwise keep a number for as long as it was set back.
    if (remembered !== undefined && now >= remembered.at && now - remembered.at < KEPT_MS) return remembered.count;
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    const count = this.#count(those);
    this.#remembered.set(key, { at: now, count });
    count.catch(() => this.#remembered.delete(key));
    return count;
  }

  /** An admin who has deleted rows sees at once that they are gone. */
  forget(): void {
    this.#remembered.clear();
  }

  async #count(those: Those): Promise<EntryCount> {
    const { reader } = this.#deps;
    let count = 0;
    for (const rows of this.#queries(reader, those)) {
      const some = rows.limit(COUNTED_MAX + 1 - count);
      const counted = await sql<{ count: number }>`select count(*) as count from (${some}) as counted`.execute(reader);
      count += Number(counted.rows[0]?.count ?? 0);
      if (count > COUNTED_MAX) return { count: COUNTED_MAX, more: true };
    }
    return { count, more: false };
  }
}
