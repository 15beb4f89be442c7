import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { keptFree, type Space, spaceAt } from './disk-space.ts';
import { isUnavailable } from './errors.ts';
import type { Db } from './tables.ts';

const INCREMENTAL = 2;
/** Takes a second or two to write anew. */
const QUICK_BYTES = 200 * 1024 * 1024;
/** Under a millisecond each. */
const PAGES_AT_ONCE = 200;
const PAUSE_MS = 20;
/** So many are kept for what comes next: giving them back and asking for them again is work. */
const PAGES_KEPT = 1_000;

async function pragma(db: Kysely<never> | Db, name: string): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db);
  return rows[0]?.[name] ?? 0;
}

/** The file is written twice: beside the old one, and over it. */
export const isQuickToRewrite = (bytes: number, { free, size }: Space) =>
  bytes <= QUICK_BYTES && free >= 2 * bytes + keptFree(size);

/**
 * Whether pages that are not needed can be given back. Files from before we asked for it have to be written anew once, which is
 * done here for those that are small.
 */
export async function canGiveSpaceBack(db: Db, file: string): Promise<boolean> {
  if ((await pragma(db, 'auto_vacuum')) === INCREMENTAL) return true;
  if (!isQuickToRewrite((await stat(file)).size, await spaceAt(dirname(file)))) return false;
  try {
    await sql`pragma auto_vacuum = incremental`.execute(db);
    await sql`vacuum`.execute(db);
    return true;
  } catch (error) {
    // A command that reads it beside us, or a disk that has filled up since: no reason not to start.
    if (isUnavailable(error)) return false;
    throw error;
  }
}

export async function giveSpaceBack(db: Db, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && (await pragma(db, 'freelist_count')) > PAGES_KEPT) {
    const before = await pragma(db, 'freelist_count');
    await sql`pragma incremental_vacuum(${sql.lit(PAGES_AT_ONCE)})`.execute(db);
    // The file cannot give anything back.
    if ((await pragma(db, 'freelist_count')) >= before) break;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  await db.connection().execute(async (connection) => {
    // A backup that reads at this moment is not waited for; the next sweep tries again.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql`pragma busy_timeout = 5000`.execute(connection);
    }
  });
}
