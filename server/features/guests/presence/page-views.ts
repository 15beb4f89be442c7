import { type Clock, isLongAgo } from '../../../clock.ts';
import type { RowBudget } from '../../../limits/row-budget.ts';
import type { Entry } from '../../log/activity/activity.ts';
import type { RecordActivity } from '../../log/activity/recorder.ts';

/** Views of one page in a row within this time are one entry. */
const SAME_VIEW_MS = 60_000;
/** In each of two generations. */
const REMEMBERED_MAX = 5_000;

interface Written {
  readonly page: Entry['page'];
  readonly at: number;
  readonly commit: Promise<void>;
}

interface PageViewsDeps {
  readonly record: RecordActivity;
  readonly rows: RowBudget;
  readonly clock: Clock;
}

/** Page views in the log, within the row budget; a repeated one is left out. */
export class PageViews {
  readonly #deps: PageViewsDeps;
  /** Two generations of a cache: dropped as a whole, so that no view has to look for the oldest. */
  #written = new Map<string, Written>();
  #writtenBefore = new Map<string, Written>();
  #writtenSince = Number.NEGATIVE_INFINITY;

  constructor(deps: PageViewsDeps) {
    this.#deps = deps;
  }

  /**
   * Zero when the view is in the log, otherwise the seconds until it could be. The first name is the one that the browser came
   * with; it may have got a new cookie since.
   */
  async log(entry: Entry, names: readonly [string, ...string[]]): Promise<number> {
    const { record, rows, clock } = this.#deps;
    const { page } = entry;
    const keyOf = (name: string) => `${entry.visitor.ipAddress} ${name}`;
    const key = keyOf(names[0]);
    const known = this.#written.get(key) ?? this.#writtenBefore.get(key);
    if (known !== undefined && known.page === page && !isLongAgo(known.at, SAME_VIEW_MS, clock.now())) {
      const isWritten = await known.commit.then(
        () => true,
        () => false,
      );
      if (isWritten) return 0;
    }
    const seconds = rows.take(entry.visitor.ipAddress, 'view');
    if (seconds > 0) return seconds;
    const commit = record(entry);
    for (const name of names) this.#remember(keyOf(name), { page, at: entry.at, commit });
    await commit;
    return 0;
  }

  /** Entries were deleted: the next view is written again. */
  forget(): void {
    this.#written.clear();
    this.#writtenBefore.clear();
  }

  #remember(key: string, written: Written): void {
    const now = this.#deps.clock.now();
    if (this.#written.size >= REMEMBERED_MAX || isLongAgo(this.#writtenSince, SAME_VIEW_MS, now)) {
      this.#writtenBefore = this.#written;
      this.#written = new Map();
      this.#writtenSince = now;
    }
    this.#written.set(key, written);
  }
}
