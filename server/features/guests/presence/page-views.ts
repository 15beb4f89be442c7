import { evictOldest } from '../../../bounded-cache.ts';
import { type Clock, isLongAgo } from '../../../clock.ts';
import type { RowBudget } from '../../../limits/row-budget.ts';
import type { Entry } from '../../log/activity/activity.ts';
import type { RecordActivity } from '../../log/activity/recorder.ts';

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

export function pageViews({ record, rows, clock }: PageViewsDeps) {
  const written = new Map<string, Written>();
  return {
    /** Returns seconds to wait, or zero if logged. `names[0]` is how the browser was known when it came. */
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
        // Move to the end of the map: the oldest entry is evicted first.
        written.delete(key);
        evictOldest(written, REMEMBERED_MAX);
        written.set(key, { page, at: entry.at, commit });
      }
      await commit;
      return 0;
    },
    forget: () => written.clear(),
  };
}
