import { evictOldest } from '../../../bounded-cache.ts';
import { type Clock, isLongAgo } from '../../../clock.ts';
import type { RowBudget } from '../../../limits/row-budget.ts';
import type { Entry } from '../../log/activity/activity.ts';
import type { RecordActivity } from '../../log/activity/recorder.ts';

/** Repeated views within this time are one entry. */
const SAME_VIEW_MS = 60_000;
const REMEMBERED_MAX = 10_000;

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

/** Within the row budget; repeated ones are left out. */
export function pageViews({ record, rows, clock }: PageViewsDeps) {
  const written = new Map<string, Written>();
  return {
    /** Seconds to wait; zero when logged. The browser came with the first name. */
    async log(entry: Entry, names: readonly [string, ...string[]]): Promise<number> {
      const { page } = entry;
      const keyOf = (name: string) => `${entry.visitor.ipAddress} ${name}`;
      const known = written.get(keyOf(names[0]));
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
      for (const key of names.map(keyOf)) {
        // At the end of the map it is evicted last.
        written.delete(key);
        evictOldest(written, REMEMBERED_MAX);
        written.set(key, { page, at: entry.at, commit });
      }
      await commit;
      return 0;
    },
    /** The next view is written again. */
    forget: () => written.clear(),
  };
}
