import { type Clock, isLongAgo } from '../../clock.ts';
import type { RowBudget } from '../../db/row-budget.ts';
import type { Entry } from '../activity/activity.ts';
import type { RecordActivity } from '../activity/recorder.ts';

/** The same page of the same guest within this time is one entry: reloading says nothing new. */
const SAME_VIEW_MS = 60_000;
const REMEMBERED_MAX = 10_000;
const FORGOTTEN_AT_ONCE = 4;

interface Written {
  readonly at: number;
  readonly commit: Promise<void>;
}

interface PageViewsDeps {
  readonly record: RecordActivity;
  readonly rows: RowBudget;
  readonly clock: Clock;
}

/** Page views in the log: as many as the budget allows, and none twice. */
export class PageViews {
  readonly #deps: PageViewsDeps;
  /** Oldest first. */
  readonly #written = new Map<string, Written>();

  constructor(deps: PageViewsDeps) {
    this.#deps = deps;
  }

  /**
   * Zero when the view is in the log, with others like it or alone; otherwise the seconds until one might be. The first name
   * of a browser is the one that it came with; it may have got another one for the next time.
   */
  async log(entry: Entry, names: readonly [string, ...string[]]): Promise<number> {
    const { record, rows, clock } = this.#deps;
    const keyOf = (name: string) => `${entry.page} ${entry.visitor.ipAddress} ${name}`;
    const known = this.#written.get(keyOf(names[0]));
    if (known !== undefined && !isLongAgo(known.at, SAME_VIEW_MS, clock.now())) {
      const isWritten = await known.commit.then(
        () => true,
        () => false,
      );
      if (isWritten) return 0;
    }
    const seconds = rows.take(entry.visitor.ipAddress, 'view');
    if (seconds > 0) return seconds;
    const commit = record(entry);
    for (const name of names) this.#remember(keyOf(name), { at: entry.at, commit });
    await commit;
    return 0;
  }

  /** Entries may have been deleted: whoever comes next is written anew. */
  forget(): void {
    this.#written.clear();
  }

  #remember(key: string, written: Written): void {
    this.#written.delete(key);
    this.#written.set(key, written);
    let looks = FORGOTTEN_AT_ONCE;
    for (const [oldest, { at }] of this.#written) {
      looks -= 1;
      const isTooMany = this.#written.size > REMEMBERED_MAX;
      if (looks < 0 || !(isTooMany || isLongAgo(at, SAME_VIEW_MS, this.#deps.clock.now()))) return;
      this.#written.delete(oldest);
    }
  }
}
