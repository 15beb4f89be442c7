import { isUnavailable } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import { type Entry, insertEntries, recordActivity } from './activity.ts';

/** Acknowledged after the commit. */
export type RecordActivity = (entry: Entry) => Promise<void>;

interface Unwritten {
  readonly entry: Entry;
  resolve(): void;
  reject(error: unknown): void;
}

const AT_ONCE = 50;

/**
 * For entries that stand alone: those of one turn of the event loop are one statement, which is a transaction of
 * its own. Guests come in crowds, and a statement each would cost more than the request.
 */
export function activityRecorder(db: Db): RecordActivity {
  let unwritten: Unwritten[] = [];
  let running = false;

  const write = async (group: readonly Unwritten[]) => {
    try {
      await insertEntries(
        db,
        group.map(({ entry }) => entry),
      );
      for (const { resolve } of group) resolve();
    } catch (error) {
      // One that cannot be stored takes nothing of the others with it.
      for (const { entry, resolve, reject } of group) {
        if (isUnavailable(error) || group.length === 1) reject(error);
        else await recordActivity(db, entry).then(resolve, reject);
      }
    }
  };

  const writeAll = async () => {
    running = true;
    while (unwritten.length > 0) {
      const group = unwritten.slice(0, AT_ONCE);
      unwritten = unwritten.slice(AT_ONCE);
      await write(group);
    }
    running = false;
  };

  return (entry) =>
    new Promise((resolve, reject) => {
      unwritten.push({ entry, resolve, reject });
      if (!running && unwritten.length === 1) setImmediate(() => void writeAll());
    });
}
