import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Log } from '../process/log.ts';
import { bindEntries } from './audit-chain/binding.ts';
import { migrate } from './migrate.ts';
import { sqliteReader } from './reader.ts';
import { type HoldKey, holdKey, settleKeyPatiently } from './server-key.ts';
import { canGiveSpaceBack, giveSpaceBack } from './space.ts';
import { connectSqlite, keepCopiesInMemory, lockDataDir, makeDataDir, sqliteFile, writingOften } from './sqlite.ts';
import type { Db } from './tables.ts';

export interface Database {
  readonly db: Db;
  readonly reader: Db;
  /** Null on SQLite. For the bus: LISTEN needs its own connection. */
  readonly pool: pg.Pool | null;
  readonly hold: HoldKey | null;
  readonly keys: Keys;
  /** Checkpoints more often, for large deletions. SQLite only. */
  writingOften(work: () => Promise<void>): Promise<void>;
  giveSpaceBack(closing: AbortSignal): Promise<void>;
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
      const keys = await settleKeyPatiently(db, config, log);
      bindEntries(db, keys);
      if (!(await canGiveSpaceBack(db, file)))
        log.warn(
          'the database file does not shrink: make a backup and restore it into an empty DATA_DIR to change that',
        );
      await keepCopiesInMemory(db);
      return {
        db,
        reader,
        pool: null,
        hold: null,
        keys,
        writingOften: (work) => writingOften(db, work),
        giveSpaceBack: (closing) => giveSpaceBack(db, closing),
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  }
  const { openPostgres, patientPostgres } = await import('./postgres.ts');
  // No query timeout: a migration may take minutes.
  const patient = await patientPostgres(config.databaseUrl, log);
  const keys = await migrate(patient.db, further)
    .then(() => settleKeyPatiently(patient.db, config, log))
    .finally(() => patient.db.destroy());
  const hold = holdKey(keys.id);
  const { db, pool } = openPostgres(config.databaseUrl, log, { hold });
  bindEntries(db, keys);
  return {
    db,
    reader: db,
    pool,
    hold,
    keys,
    writingOften: (work) => work(),
    giveSpaceBack: async () => {},
    close: () => db.destroy(),
  };
}
