import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { migrate } from './migrate.ts';
import { sqliteReader } from './reader.ts';
import { canGiveSpaceBack, giveSpaceBack } from './space.ts';
import { connectSqlite, lockDataDir, makeDataDir, sqliteFile } from './sqlite.ts';
import type { Db } from './tables.ts';

export interface Database {
  readonly db: Db;
  /** For reads that may take long; on SQLite a thread of its own. */
  readonly reader: Db;
  /** Null on SQLite. Only the bus needs it: LISTEN wants a connection of its own. */
  readonly pool: pg.Pool | null;
  /** Gives space that is not needed any more back to the system, in small steps. PostgreSQL does so by itself. */
  giveSpaceBack(closing: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Opens, waits for and migrates the database that the configuration names; tests add migrations of their own. */
export async function openDatabase(config: Config, log: Log, further?: Record<string, Migration>): Promise<Database> {
  if (config.databaseUrl === null) {
    makeDataDir(config.dataDir);
    const lock = lockDataDir(config.dataDir);
    const file = sqliteFile(config.dataDir);
    const db = connectSqlite(file);
    const reader = sqliteReader(file);
    const close = async () => {
      await reader.destroy();
      await db.destroy();
      lock.close();
    };
    await migrate(db, further).catch(async (error) => {
      await close();
      throw error;
    });
    if (!(await canGiveSpaceBack(db, file)))
      log.warn('the database file does not shrink: make a backup and restore it into an empty DATA_DIR to change that');
    return { db, reader, pool: null, giveSpaceBack: (closing) => giveSpaceBack(db, closing), close };
  }
  const { openPostgres, patientPostgres } = await import('./postgres.ts');
  // A large table may take minutes, and other processes wait for it.
  const patient = await patientPostgres(config.databaseUrl, log);
  await migrate(patient.db, further).finally(() => patient.db.destroy());
  const { db, pool } = openPostgres(config.databaseUrl, log);
  return { db, reader: db, pool, giveSpaceBack: async () => {}, close: () => db.destroy() };
}
