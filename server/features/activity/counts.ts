import { sql } from 'kysely';
import { COUNTED_MAX } from '../../../contract/activity.rules.ts';
import type { EntryCount } from '../../../contract/activity.ts';
import type { Core } from '../../core.ts';
import { type Narrowed, timesOf } from './search.ts';

/** Every open page of the back-office asks again every few seconds. */
const KEPT_MS = 2_000;
/** Anybody of the staff can ask for any two days. */
const REMEMBERED_MAX = 200;

interface Remembered {
  readonly at: number;
  readonly count: Promise<EntryCount>;
}

/**
 * How many entries there are, of some kinds and between two times. Along an index and no further than `COUNTED_MAX`, so that it
 * takes as long with ten million entries as with a hundred thousand.
 */
export class ActivityCounts {
  readonly #deps: Pick<Core, 'reader' | 'clock'>;
  readonly #remembered = new Map<string, Remembered>();

  constructor(deps: Pick<Core, 'reader' | 'clock'>) {
    this.#deps = deps;
  }

  of(those: Narrowed): Promise<EntryCount> {
    const now = this.#deps.clock.now();
    const key = JSON.stringify([those.filter, those.from, those.to]);
    const remembered = this.#remembered.get(key);
    // A clock that was set back would otherwise keep a number for as long as it was set back.
    if (remembered !== undefined && now >= remembered.at && now - remembered.at < KEPT_MS) return remembered.count;
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    const count = this.#count(those);
    this.#remembered.set(key, { at: now, count });
    count.catch(() => this.#remembered.delete(key));
    return count;
  }

  /** An admin who has deleted entries sees at once that they are gone. */
  forget(): void {
    this.#remembered.clear();
  }

  async #count(those: Narrowed): Promise<EntryCount> {
    const { reader } = this.#deps;
    let count = 0;
    for (const times of timesOf(reader, those)) {
      const some = times.limit(COUNTED_MAX + 1 - count);
      const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as counted`.execute(reader);
      count += Number(rows[0]?.count ?? 0);
      if (count > COUNTED_MAX) return { count: COUNTED_MAX, more: true };
    }
    return { count, more: false };
  }
}
