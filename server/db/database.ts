import { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { migrate } from './migrate.ts';
import { isPostgresUnavailable } from './postgres-errors.ts';
import { sqliteReader } from './reader.ts';
import { openSqlite } from './sqlite.ts';
import type { Db, Tables } from './tables.ts';

export interface Database {
  readonly db: Db;
  /** For reads that may take long; on SQLite a thread of its own. */
  readonly reader: Db;
  /** Null on SQLite. Only the bus needs it: LISTEN wants a connection of its own. */
  readonly pool: pg.Pool | null;
  close(): Promise<void>;
}

/** Opens, waits for and migrates the database that the configuration names; tests add migrations of their own. */
export async function openDatabase(config: Config, log: Log, further?: Record<string, Migration>): Promise<Database> {
  if (config.databaseUrl === null) {
    const { dialect, file, release } = openSqlite(config.dataDir);
    const db = new Kysely<Tables>({ dialect });
    const reader = sqliteReader(file);
    const close = async () => {
      await reader.destroy();
      await db.destroy();
      release();
    };
    await migrate(db, further).catch(async (error) => {
      await close();
      throw error;
    });
    return { db, reader, pool: null, close };
  }
  const { openPostgres } = await import('./postgres.ts');
  await migratePostgres(config.databaseUrl, log, further);
  const { dialect, pool } = openPostgres(config.databaseUrl, log);
  const db = new Kysely<Tables>({ dialect });
  return { db, reader: db, pool, close: () => db.destroy() };
}

/** Connections of its own, without a limit of time: a large table may take minutes, and other processes wait for it. */
async function migratePostgres(url: string, log: Log, further?: Record<string, Migration>): Promise<void> {
  const { openPostgres, waitForPostgres } = await import('./postgres.ts');
  const { dialect, pool } = openPostgres(url, log, 0);
  const db = new Kysely<Tables>({ dialect });
  try {
    await waitForPostgres(pool, log);
    await migrate(db, further);
  } finally {
    await db.destroy();
  }
}

/** Busy, read-only, input or output error, disk full: the low byte of SQLite's extended codes. */
const SQLITE_TROUBLE = new Set([5, 8, 10, 13]);

/** The database is away or too busy right now; the same request may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? isPostgresUnavailable(error) : SQLITE_TROUBLE.has(errcode & 0xff);
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const POSTGRES_UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return (
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY ||
    code === POSTGRES_UNIQUE_VIOLATION
  );
}
