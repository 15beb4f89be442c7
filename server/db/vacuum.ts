import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { reservedSpace, type Space, spaceAt } from './disk-space.ts';
import { isUnavailable } from './errors.ts';
import { CHECKPOINT_PAGES } from './sqlite.ts';
import type { Db } from './tables.ts';

const SWEEP_CHECKPOINT_PAGES = 400;
const INCREMENTAL = 2;
const QUICK_BYTES = 200 * 1024 * 1024;
const PAGES_AT_ONCE = 200;
const PAUSE_MS = 20;
const PAGES_KEPT = 1_000;

async function pragma(db: Db, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db);
  return rows[0]?.[name] ?? 0;
}

/** Vacuum writes the file twice. */
export const isQuickToRewrite = (bytes: number, { free, size }: Space) =>
  bytes <= QUICK_BYTES && free >= 2 * bytes + reservedSpace(size);

/** Rewrites a file of 0.1.0 once, if it is small. */
export async function enableIncrementalVacuum(db: Db, file: string): Promise<boolean> {
  if ((await pragma(db, 'auto_vacuum')) === INCREMENTAL) return true;
  if (!isQuickToRewrite((await stat(file)).size, await spaceAt(dirname(file)))) return false;
  try {
    await sql`pragma auto_vacuum = incremental`.execute(db);
    await sql`vacuum`.execute(db);
    return true;
  } catch (error) {
    // A command uses the file, or the disk is full: start anyway.
    if (isUnavailable(error)) return false;
    throw error;
  }
}

/** Small checkpoints block others less (figure: year, longest wait during retention). */
export async function whileSweeping(db: Db, work: () => Promise<void>, closing: AbortSignal): Promise<void> {
  await sql`pragma wal_autocheckpoint = ${sql.lit(SWEEP_CHECKPOINT_PAGES)}`.execute(db);
  try {
    await work();
    await vacuumIncrementally(db, closing);
  } finally {
    await sql`pragma wal_autocheckpoint = ${sql.lit(CHECKPOINT_PAGES)}`.execute(db);
  }
}

/** Runs in the reader's thread, because a large checkpoint blocks. Best effort, SQLite only. Figure: erase, longest wait. */
export async function checkpointAside(reader: Db): Promise<void> {
  await sql`pragma wal_checkpoint(passive)`.execute(reader).catch(() => undefined);
}

/** After an erasure, so that neither free pages nor the WAL contain what was deleted. */
export async function scrubFile({ db, reader }: Record<'db' | 'reader', Db>, closing: AbortSignal): Promise<void> {
  await checkpointAside(reader);
  await vacuumIncrementally(db, closing, 0);
}

async function vacuumIncrementally(db: Db, closing: AbortSignal, kept = PAGES_KEPT): Promise<void> {
  for (let free = await pragma(db, 'freelist_count'); !closing.aborted && free > kept; ) {
    await sql`pragma incremental_vacuum(${sql.lit(PAGES_AT_ONCE)})`.execute(db);
    const left = await pragma(db, 'freelist_count');
    if (left >= free) break;
    free = left;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  await db.connection().execute(async (connection) => {
    // Don't wait for a running backup.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql`pragma busy_timeout = 5000`.execute(connection);
    }
  });
}
