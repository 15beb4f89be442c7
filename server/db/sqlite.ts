import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect } from 'kysely';
import { StartError } from '../start-error.ts';

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

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

const BUSY = 5;

/**
 * Keeps a second process out of the data directory for as long as this one lives. The system lets go of
 * the lock when a process dies, however it dies, which a file with a process id in it cannot promise.
 */
function lock(dataDir: string): DatabaseSync {
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

export function openSqlite(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code}). Example: DATA_DIR=./data`,
    );
  }
  const held = lock(dataDir);
  const file = join(dataDir, 'gatehouse.db');
  const database = new DatabaseSync(file);
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000',
  );
  return {
    dialect: new NodeSqliteDialect({ database: adapted(database) }),
    file,
    release: () => held.close(),
  };
}
