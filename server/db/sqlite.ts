import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { StartError } from '../start-error.ts';

const NOTHING_TO_ROLL_BACK = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** Kysely's driver speaks better-sqlite3; this is the same surface on what Node has built in. */
function adapted(database: DatabaseSync) {
  // Preparing costs more than most of our queries; the texts are few because values are parameters.
  const prepared = new Map<string, { statement: StatementSync; reader: boolean }>();
  return {
    close: () => database.close(),
    prepare(text: string) {
      let entry = prepared.get(text);
      if (entry === undefined) {
        const statement = database.prepare(text);
        entry = { statement, reader: statement.columns().length > 0 };
        if (prepared.size > 500) prepared.clear();
        prepared.set(text, entry);
      }
      const { statement, reader } = entry;
      const plain = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      // A full disk makes SQLite roll back by itself; a second time would be an error that hides the first.
      if (text === 'rollback' && !database.isTransaction) return NOTHING_TO_ROLL_BACK;
      return {
        reader,
        all: (parameters: readonly unknown[]) => statement.all(...plain(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...plain(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...plain(parameters)),
      };
    },
  };
}

/** SQLite can roll back changes of the schema; Kysely's own adapter just does not make use of it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Commands may write beside the server. A transaction that reads first and writes later would fail at once if one of
 * them wrote in between; one that begins as a writer waits its turn. Only who says that they read does not.
 */
class TurnTakingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new TurnTakingDriver(this.#config);
  }
}

const BUSY = 5;

/**
 * Keeps a second process out of the data directory for as long as this one lives. The system lets go of
 * the lock when a process dies, however it dies, which a file with a process id in it cannot promise.
 */
export function lockDataDir(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'gatehouse.lock'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    throw new StartError(
      `DATA_DIR: another Gatehouse is running on ${dataDir}. Stop it, or set DATA_DIR or DATABASE_URL.`,
    );
  }
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'gatehouse.db');

/** A connection and nothing else. The server opens its database with `openSqlite`, which keeps other servers out. */
export function connectSqlite(file: string) {
  const database = new DatabaseSync(file);
  database.exec(
    'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
  );
  return sqliteDialect(database);
}

export const sqliteDialect = (database: DatabaseSync) => new NodeSqliteDialect({ database: adapted(database) });

export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code}). Example: DATA_DIR=./data`,
    );
  }
}

export function openSqlite(dataDir: string) {
  makeDataDir(dataDir);
  const held = lockDataDir(dataDir);
  const file = sqliteFile(dataDir);
  return { dialect: connectSqlite(file), file, release: () => held.close() };
}
