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
  sql,
  type TransactionSettings,
} from 'kysely';
import { ConfigError, StartError } from '../process/start-error.ts';
import type { Db, Tables } from './tables.ts';

const NOTHING_TO_ROLL_BACK: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/** Kysely's driver speaks better-sqlite3; this is the same surface on what Node has built in. */
function adapted(database: DatabaseSync): SqliteDatabase {
  // Preparing costs more than most of our queries; the texts are few because values are parameters.
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      // A full disk makes SQLite roll back by itself; a second time would be an error that hides the first.
      if (text === 'rollback' && !database.isTransaction) return NOTHING_TO_ROLL_BACK;
      const known = prepared.get(text);
      if (known !== undefined) return known;
      const statement = adaptedStatement(database.prepare(text), text.startsWith('pragma'));
      if (prepared.size > 500) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
  };
}

/** A pragma goes on for as long as it is asked for rows, also one that has none to show. */
function adaptedStatement(statement: StatementSync, isPragma: boolean): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: isPragma || statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
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
  readonly #check: () => void;

  /** The check is the first thing in every transaction that may write, which it ends by throwing. */
  constructor(database: DatabaseSync, check: () => void) {
    super({ database: adapted(database) });
    this.#check = check;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === 'read only') {
      await connection.executeQuery(CompiledQuery.raw('begin'));
      return;
    }
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    try {
      this.#check();
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
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

/** On a connection that is open already. */
export const sqliteOn = (database: DatabaseSync, check = () => {}): Db =>
  sqliteDb(new TurnTakingDriver(database, check));

const BUSY = 5;

/**
 * Keeps a second process out of the data directory for as long as this one lives. The system lets go of
 * the lock when a process dies, however it dies, which a file with a process id in it cannot promise.
 */
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

/** How many changed pages are collected before they are written into the database itself: most of them change again before. */
const COLLECTED_PAGES = 4_000;
/** The same while rows are deleted that lie all over the file: writing those of thousands would hold everybody up for as long. */
const COLLECTED_WHILE_SWEEPING = 400;
/** What the file beside the database keeps of its length: as much as is collected, because writing over it is cheaper than growing. */
const JOURNAL_BYTES = 17 * 1024 * 1024;

/**
 * A connection and nothing else; the server keeps other servers out with `lockDataDir` first. A command that names the
 * key that it seals with gets no transaction once another one is in use.
 */
export function connectSqlite(file: string, keyId?: string): Db {
  const isNew = !statSync(file, { throwIfNoEntry: false })?.size;
  const database = new DatabaseSync(file);
  // Pages that are not needed can be given back to the system; to be said before anything is written to the file.
  if (isNew) database.exec('pragma auto_vacuum = incremental');
  database.exec(
    'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
  );
  database.exec(`pragma journal_size_limit = ${JOURNAL_BYTES}; pragma wal_autocheckpoint = ${COLLECTED_PAGES}`);
  return sqliteOn(database, keyId === undefined ? undefined : () => refuseOtherKey(database, keyId));
}

/**
 * For a connection that serves requests. A statement that changes many rows first copies their pages aside, in case that it
 * fails; on the disk that is as much writing as the commit. Not for migrations and commands: what they sort can be large.
 */
export async function keepCopiesInMemory(db: Db): Promise<void> {
  await sql`pragma temp_store = memory`.execute(db);
}

/** For work that changes pages all over the file, each of them once: they are written a few at a time. */
export async function writingOften(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`pragma wal_autocheckpoint = ${sql.lit(COLLECTED_WHILE_SWEEPING)}`.execute(db);
  try {
    await work();
  } finally {
    await sql`pragma wal_autocheckpoint = ${sql.lit(COLLECTED_PAGES)}`.execute(db);
  }
}

/**
 * Leaves nothing behind. Where no server has left a journal nobody writes, and SQLite is told so: otherwise it would make
 * files of its own beside the database.
 */
export function sqliteToRead(file: string): Db {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return sqliteOn(new DatabaseSync(url, { readOnly: true }));
}

function refuseOtherKey(database: DatabaseSync, keyId: string): void {
  const row = database.prepare('select key_id from server_key').get();
  if (row?.key_id !== keyId) throw new StartError('The server key was changed at this moment. Run the command again.');
}

export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError('DATA_DIR', `${dataDir} cannot be made (${code})`, './data');
  }
}
