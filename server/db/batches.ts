import { setTimeout as pause } from 'node:timers/promises';
import { deleteOldest, type OldRows } from './queries.ts';
import type { Db, Tables } from './tables.ts';

/** Slow disks get smaller batches. Figure: year, longest wait during retention. */
const ROWS_MOST = 200;
const ROWS_LEAST = 20;
const BATCH_MS = 5;
const PAUSE_MS = 20;

export type DeleteBatch = (most: number) => Promise<number>;

export async function inBatches(deleteBatch: DeleteBatch, closing: AbortSignal): Promise<number> {
  let deleted = 0;
  let most = ROWS_MOST / 2;
  while (!closing.aborted) {
    const began = performance.now();
    const rows = await deleteBatch(most);
    const isSlow = performance.now() - began > BATCH_MS;
    deleted += rows;
    if (rows < most) break;
    most = isSlow ? Math.max(ROWS_LEAST, Math.floor(most / 2)) : Math.min(ROWS_MOST, most * 2);
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  return deleted;
}

export async function sweepTable<Table extends keyof Tables>(
  db: Db,
  rows: OldRows<Table>,
  closing: AbortSignal,
): Promise<void> {
  await inBatches(async (most) => (await deleteOldest(db, rows, most)).length, closing);
}
