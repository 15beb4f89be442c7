import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Log } from '../process/log.ts';
import { setAuditKey } from './audit-chain/entry-macs.ts';
import { migrate } from './migrate.ts';
import { sqliteReader } from './reader.ts';
import { type HoldKey, holdKey, resolveServerKeyPatiently } from './server-key.ts';
import { connectSqlite, lockDataDir, makeDataDir, sqliteFile } from './sqlite.ts';
import type { Db } from './tables.ts';
import { enableIncrementalVacuum, whileSweeping } from './vacuum.ts';

export interface Database {
  readonly db: Db;
  readonly reader: Db;
  /** Null on SQLite. The bus needs it, because LISTEN has its own connection. */
  readonly pool: pg.Pool | null;
  readonly hold: HoldKey | null;
  readonly keys: Keys;
  whileSweeping(work: () => Promise<void>, closing: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

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
    try {
      await migrate(db, further);
      const keys = await resolveServerKeyPatiently(db, config, log);
      setAuditKey(db, keys);
      if (!(await enableIncrementalVacuum(db, file)))
        log.warn(
          'the database file does not shrink: make a backup and restore it into an empty DATA_DIR to change that',
        );
      // Statement journals on disk would cost as much as the commit. Only now, because migrations may sort large tables and need the disk.
      await sql`pragma temp_store = memory`.execute(db);
      return {
        db,
        reader,
        pool: null,
        hold: null,
        keys,
        whileSweeping: (work, closing) => whileSweeping(db, work, closing),
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  }
  const { openPostgres, openPostgresPatiently } = await import('./postgres.ts');
  // No query timeout, because a migration may take minutes.
  const patient = await openPostgresPatiently(config.databaseUrl, log);
  const keys = await migrate(patient.db, further)
    .then(() => resolveServerKeyPatiently(patient.db, config, log))
    .finally(() => patient.db.destroy());
  const hold = holdKey(keys.id);
  const { db, pool } = openPostgres(config.databaseUrl, log, { hold });
  setAuditKey(db, keys);
  return {
    db,
    reader: db,
    pool,
    hold,
    keys,
    whileSweeping: (work) => work(),
    close: () => db.destroy(),
  };
}
