import { isUnavailable } from '../../../db/errors.ts';
import { inGroups, type Outcome } from '../../../db/group-commit.ts';
import type { Db } from '../../../db/tables.ts';
import { type Entry, recordActivities, recordActivity } from './activity.ts';

export type RecordActivity = (entry: Entry) => Promise<void>;

const AT_ONCE = 50;
const WRITTEN = { value: undefined };

/** One statement per event-loop turn: one per entry would cost more than a guest's request. */
export const activityRecorder = (db: Db): RecordActivity =>
  inGroups(AT_ONCE, async (entries: readonly Entry[]) => {
    try {
      await recordActivities(db, entries);
      return entries.map(() => WRITTEN);
    } catch (failure) {
      if (isUnavailable(failure) || entries.length === 1) throw failure;
      // Insert one by one, so that one bad entry doesn't fail the others.
      const outcomes: Outcome<undefined>[] = [];
      for (const entry of entries)
        outcomes.push(
          await recordActivity(db, entry).then(
            () => WRITTEN,
            (error) => ({ error }),
          ),
        );
      return outcomes;
    }
  });
