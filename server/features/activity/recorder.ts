import { isUnavailable } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { type Activity, insertActivities, recordActivity } from './activity.ts';

/** Acknowledged after the commit. */
export type RecordActivity = (activity: Activity) => Promise<void>;

interface Waiting {
  readonly activity: Activity;
  resolve(): void;
  reject(error: unknown): void;
}

const AT_ONCE = 50;

/**
 * For entries that stand alone: those of one turn of the event loop are one statement, which is a transaction of
 * its own. Guests come in crowds, and a statement each would cost more than the request.
 */
export function activityRecorder(db: Db): RecordActivity {
  let waiting: Waiting[] = [];
  let running = false;

  const write = async (group: readonly Waiting[]) => {
    try {
      await insertActivities(
        db,
        group.map(({ activity }) => activity),
      );
      for (const { resolve } of group) resolve();
    } catch (error) {
      // One that cannot be stored takes nothing of the others with it.
      for (const { activity, resolve, reject } of group) {
        if (isUnavailable(error) || group.length === 1) reject(error);
        else await recordActivity(db, activity).then(resolve, reject);
      }
    }
  };

  const writeAll = async () => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      await write(group);
    }
    running = false;
  };

  return (activity) =>
    new Promise((resolve, reject) => {
      waiting.push({ activity, resolve, reject });
      if (!running && waiting.length === 1) setImmediate(() => void writeAll());
    });
}
