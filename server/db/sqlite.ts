import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { ConfigError, StartError } from '../process/start-error.ts';
import type { Db, Tables } from './tables.ts';

/** Kysely expects the interface of better-sqlite3. */
function adapted(database: DatabaseSync): SqliteDatabase {
  // Cached, because preparing takes longer than most of our queries.
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text);
      if (known !== undefined) return known;
      const statement = adaptedStatement(database.prepare(text), text.startsWith('pragma'));
      if (prepared.size > 500) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
  };
}

/** A pragma finishes only if its rows are read. */
function adaptedStatement(statement: StatementSync, isPragma: boolean): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: isPragma || statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `begin immediate`: a command may be writing too, and a read transaction that starts to write would fail as busy. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #check: () => void;

  constructor(database: DatabaseSync, check: () => void) {
    super({ database: adapted(database) });
    this.#database = database;
    this.#check = check;
  }

  /** After a full disk SQLite has already rolled back; a second rollback's error would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') return super.beginTransaction(connection);
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    try {
      this.#check();
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }
}

export const sqliteDb = (driver: Driver): Db =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new TransactionalAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });

export const sqliteOn = (database: DatabaseSync, check = () => {}): Db =>
  sqliteDb(new ImmediateDriver(database, check));

const BUSY = 5;

/** The lock is released however the process dies, unlike a pid file. */
export function lockDataDir(dataDir: string, whatToDo = 'Stop it, or set DATA_DIR or DATABASE_URL.'): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'gatehouse.lock'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    throw new StartError(`DATA_DIR: another Gatehouse is running on ${dataDir}. ${whatToDo}`);
  }
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'gatehouse.db');

/** Figure: guests, codes a second on SQLite (decision 53). */
export const CHECKPOINT_PAGES = 4_000;
/** SQLite overwrites a WAL of this size instead of growing it, which is faster. */
const JOURNAL_BYTES = 17 * 1024 * 1024;

/** With `keyId`, transactions fail once the key was rotated. */
export function connectSqlite(file: string, keyId?: string): Db {
  const isNew = !statSync(file, { throwIfNoEntry: false })?.size;
  const database = new DatabaseSync(file);
  if (isNew) database.exec('pragma auto_vacuum = incremental');
  database.exec(
    'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
  );
  // Zeroes deleted content where the page is written anyway.
  database.exec('pragma secure_delete = fast');
  database.exec(`pragma journal_size_limit = ${JOURNAL_BYTES}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return sqliteOn(database, keyId === undefined ? undefined : () => refuseOtherKey(database, keyId));
}

/** Creates no files beside the database, thanks to immutable mode. */
export function openSqliteReadOnly(file: string): Db {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return sqliteOn(new DatabaseSync(url, { readOnly: true }));
}

function refuseOtherKey(database: DatabaseSync, keyId: string): void {
  const row = database.prepare('select key_id from server_key').get();
  if (row?.key_id !== keyId) throw new StartError('The server key was just changed. Run the command again.');
}

export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError('DATA_DIR', `${dataDir} cannot be created (${code})`, './data');
  }
}
