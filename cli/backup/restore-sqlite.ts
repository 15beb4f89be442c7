import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { lockDataDir, sqliteFile, sqliteOn } from '../../server/db/sqlite.ts';
import type { Db } from '../../server/db/tables.ts';
import { fsyncPath, renameDurably } from '../../server/process/durable.ts';
import { StartError } from '../../server/process/start-error.ts';
import type { Fill, Target } from './restore-target.ts';

/** Writes to a temporary file and renames it at the end. */
export async function intoSqlite<T>(dataDir: string, fill: Fill<T>): Promise<T> {
  const held = lockDataDir(dataDir);
  const file = sqliteFile(dataDir);
  const draft = `${file}.restoring`;
  try {
    refuseExisting(file);
    rmSync(draft, { force: true });
    const database = new DatabaseSync(draft);
    const db = sqliteOn(database);
    // The temporary file need not survive a crash, so skip the journal and fsync.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32768');
    const restored = await fill(sqliteTarget(database, db)).finally(() => db.destroy());
    fsyncPath(draft);
    renameDurably(draft, file);
    return restored;
  } finally {
    rmSync(draft, { force: true });
    held.close();
  }
}

/** SQLite would replay a leftover WAL into this file. */
function refuseExisting(file: string): void {
  const existing = [file, `${file}-wal`, `${file}-shm`].find((path) => existsSync(path));
  if (existing !== undefined)
    throw new StartError(`DATA_DIR: already holds a database (${existing}). Restore into an empty directory.`);
}

/** Filling the trigram index after the users takes a fifth of the time. */
const PARTS_TRIGGER = 'user_search_insert';
const FILL_PARTS = [
  'insert into user_search_rows (user_id) select id from users',
  `insert into user_search (rowid, search)
    select user_search_rows.id, users.search || char(10, 10) from user_search_rows join users on users.id = user_id`,
];

const sqliteTarget = (database: DatabaseSync, db: Db): Target => ({
  db,

  /** Indexes of constraints have no SQL and stay. */
  async dropDerived() {
    const derived = database
      .prepare("select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null")
      .all() as { type: string; name: string; sql: string }[];
    const indexes = derived.filter(({ type }) => type === 'index');
    const triggers = derived.filter(({ name }) => name === PARTS_TRIGGER);
    for (const { type, name } of [...indexes, ...triggers]) database.exec(`drop ${type} "${name}"`);
    database.exec('begin');
    const statements = (found: typeof derived) => found.map(({ sql }) => sql);
    return ['commit', ...statements(indexes), ...(triggers.length > 0 ? FILL_PARTS : []), ...statements(triggers)];
  },

  insertInto(table, columns) {
    const names = columns.map(({ name }) => `"${name}"`);
    const places = columns.map(() => '?');
    const insert = database.prepare(`insert into "${table}" (${names.join(', ')}) values (${places.join(', ')})`);
    return async (rows) => {
      for (const row of rows) insert.run(...(JSON.parse(row) as SQLInputValue[]));
    };
  },
});
