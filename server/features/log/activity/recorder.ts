import { isUnavailable } from '../../../db/errors.ts';
import { inGroups, type Outcome } from '../../../db/group-commit.ts';
import type { Db } from '../../../db/tables.ts';
import { type Entry, insertEntries, recordActivity } from './activity.ts';

/** Acknowledged after the commit. */
export type RecordActivity = (entry: Entry) => Promise<void>;

const AT_ONCE = 50;
const WRITTEN = { value: undefined };

/**
 * For entries that stand alone: those of one turn of the event loop are one statement, which is a transaction of
 * its own. Guests come in crowds, and a statement each would cost more than the request.
 */
export const activityRecorder = (db: Db): RecordActivity =>
  inGroups(AT_ONCE, async (entries: readonly Entry[]) => {
    try {
      await insertEntries(db, entries);
      return entries.map(() => WRITTEN);
    } catch (failure) {
      if (isUnavailable(failure) || entries.length === 1) throw failure;
      // One that cannot be stored takes nothing of the others with it.
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
