import type { Db } from '../../db/tables.ts';
import { type Activity, activityRow } from './activity.ts';

/** Entries that arrive together share one statement; each is answered only after its commit. */
export interface ActivityWriter {
  record(activity: Activity): Promise<void>;
}

const ROWS_AT_ONCE = 500;

interface Waiting {
  readonly activity: Activity;
  done(): void;
  failed(error: unknown): void;
}

export function createActivityWriter(db: Db): ActivityWriter {
  let waiting: Waiting[] = [];

  const write = async () => {
    const group = waiting;
    waiting = [];
    for (let start = 0; start < group.length; start += ROWS_AT_ONCE) {
      const part = group.slice(start, start + ROWS_AT_ONCE);
      try {
        await db
          .insertInto('activity')
          .values(part.map(({ activity }) => activityRow(activity)))
          .execute();
        for (const { done } of part) done();
      } catch (error) {
        for (const { failed } of part) failed(error);
      }
    }
  };

  return {
    record: (activity) =>
      new Promise((done, failed) => {
        // One group for each turn of the event loop.
        if (waiting.length === 0) setImmediate(() => void write());
        waiting.push({ activity, done, failed });
      }),
  };
}
