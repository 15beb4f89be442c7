import { setTimeout as pause } from 'node:timers/promises';
import { deleteOldest, type OldRows } from './queries.ts';
import type { Db, Tables } from './tables.ts';

/** Few enough that nobody waits for them: requests go on between two batches. */
const ROWS_AT_ONCE = 200;
const PAUSE_MS = 20;

/** Deletes at most so many rows and says how many; the owner of the table knows how. */
export type DeleteBatch = (most: number) => Promise<number>;

/** Until nothing is left, each batch a transaction of its own. Answers how many rows. */
export async function inBatches(deleteBatch: DeleteBatch, closing: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let rows = ROWS_AT_ONCE; rows >= ROWS_AT_ONCE && !closing.aborted; ) {
    rows = await deleteBatch(ROWS_AT_ONCE);
    deleted += rows;
    if (rows > 0) await pause(PAUSE_MS, undefined, { ref: false });
  }
  return deleted;
}

/** Every row that is older than a time, however many strangers have caused. */
export async function sweepTable<Table extends keyof Tables>(
  db: Db,
  rows: OldRows<Table>,
  closing: AbortSignal,
): Promise<void> {
  await inBatches(async (most) => (await deleteOldest(db, rows, most)).length, closing);
}
