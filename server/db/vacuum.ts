import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { reservedSpace, type Space, spaceAt } from './disk-space.ts';
import { isUnavailable } from './errors.ts';
import type { Db } from './tables.ts';

const INCREMENTAL = 2;
const QUICK_BYTES = 200 * 1024 * 1024;
const PAGES_AT_ONCE = 200;
const PAUSE_MS = 20;
const PAGES_KEPT = 1_000;

async function pragma(db: Kysely<never> | Db, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db);
  return rows[0]?.[name] ?? 0;
}

/** Vacuum writes the file twice: a copy, then over the original. */
export const isQuickToRewrite = (bytes: number, { free, size }: Space) =>
  bytes <= QUICK_BYTES && free >= 2 * bytes + reservedSpace(size);

/** Files from before incremental vacuum must be rewritten once; only small ones are, at start. */
export async function enableIncrementalVacuum(db: Db, file: string): Promise<boolean> {
  if ((await pragma(db, 'auto_vacuum')) === INCREMENTAL) return true;
  if (!isQuickToRewrite((await stat(file)).size, await spaceAt(dirname(file)))) return false;
  try {
    await sql`pragma auto_vacuum = incremental`.execute(db);
    await sql`vacuum`.execute(db);
    return true;
  } catch (error) {
    // The file is in use by a command, or the disk has filled up: start anyway.
    if (isUnavailable(error)) return false;
    throw error;
  }
}

export async function vacuumIncrementally(db: Db, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && (await pragma(db, 'freelist_count')) > PAGES_KEPT) {
    const before = await pragma(db, 'freelist_count');
    await sql`pragma incremental_vacuum(${sql.lit(PAGES_AT_ONCE)})`.execute(db);
    if ((await pragma(db, 'freelist_count')) >= before) break;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  await db.connection().execute(async (connection) => {
    // Do not wait for a running backup; the next sweep tries again.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql`pragma busy_timeout = 5000`.execute(connection);
    }
  });
}
