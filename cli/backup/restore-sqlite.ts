import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrateUpTo } from '../../server/db/migrate.ts';
import { lockDataDir, sqliteDialect, sqliteFile } from '../../server/db/sqlite.ts';
import type { Db, Tables } from '../../server/db/tables.ts';
import { StartError } from '../../server/start-error.ts';
import { renameForGood, sync } from './files.ts';
import type { TableSection } from './format.ts';
import { checkedColumns, type Fill, finishRestore, type Target } from './restore-target.ts';
import { type Column, columnsOfTables } from './tables.ts';

/** Fills a file of another name, which gets its own when it is complete. A killed restore leaves that one behind. */
export async function intoSqlite<T>(dataDir: string, fill: Fill<T>): Promise<T> {
  const held = lockDataDir(dataDir);
  const file = sqliteFile(dataDir);
  const draft = `${file}.restoring`;
  try {
    refuseExisting(file);
    rmSync(draft, { force: true });
    const database = new DatabaseSync(draft);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
    // Nobody sees the file before it is complete, so nothing has to survive a crash until then.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32768');
    const restored = await fill(new SqliteTarget(database, db)).finally(() => db.destroy());
    sync(draft);
    renameForGood(draft, file);
    return restored;
  } finally {
    rmSync(draft, { force: true });
    held.close();
  }
}

/** A log that is left over from another file would be read into this one. */
function refuseExisting(file: string): void {
  const existing = [file, `${file}-wal`, `${file}-shm`].find((path) => existsSync(path));
  if (existing !== undefined)
    throw new StartError(`DATA_DIR: there is a database already (${existing}). Restore into an empty place.`);
}

/** The index of parts. Filled at once after the users, it takes a fifth of the time that its trigger takes row by row. */
const PARTS = {
  trigger: 'user_search_insert',
  fill: `
    insert into user_search_rows (user_id) select id from users;
    insert into user_search (rowid, search)
      select user_search_rows.id, users.search || char(10, 10) from user_search_rows join users on users.id = user_id`,
};

class SqliteTarget implements Target {
  readonly #database: DatabaseSync;
  readonly #db: Db;
  #tables = new Map<string, Column[]>();
  /** What is made after the rows. */
  #afterwards: string[] = [];
  #current: { section: TableSection; insert: StatementSync } | null = null;

  constructor(database: DatabaseSync, db: Db) {
    this.#database = database;
    this.#db = db;
  }

  async prepare({ migrations }: { migrations: readonly string[] }): Promise<void> {
    await migrateUpTo(this.#db, migrations.at(-1) as string);
    this.#tables = await columnsOfTables(this.#db);
    this.#afterwards = [...this.#dropIndexes(), ...this.#dropTriggerOfParts()];
    this.#database.exec('begin');
  }

  async insert(section: TableSection, rows: readonly string[]): Promise<void> {
    const insert = this.#insertInto(section);
    for (const row of rows) insert.run(...(JSON.parse(row) as SQLInputValue[]));
  }

  async complete(): Promise<void> {
    this.#database.exec('commit');
    for (const statement of this.#afterwards) this.#database.exec(statement);
    await finishRestore(this.#db);
  }

  #insertInto(section: TableSection): StatementSync {
    if (this.#current?.section !== section) {
      const columns = checkedColumns(this.#tables, section).map(({ name }) => `"${name}"`);
      const places = columns.map(() => '?');
      const insert = this.#database.prepare(
        `insert into "${section.table}" (${columns.join(', ')}) values (${places.join(', ')})`,
      );
      this.#current = { section, insert };
    }
    return this.#current.insert;
  }

  /** Made at once after the rows, an index takes a fraction of the time. Those of constraints have no text and stay. */
  #dropIndexes(): string[] {
    const indexes = this.#named("type = 'index' and sql is not null");
    for (const { name } of indexes) this.#database.exec(`drop index "${name}"`);
    return indexes.map(({ sql }) => sql);
  }

  #dropTriggerOfParts(): string[] {
    const [trigger] = this.#named(`type = 'trigger' and name = '${PARTS.trigger}'`);
    if (trigger === undefined) return [];
    this.#database.exec(`drop trigger ${PARTS.trigger}`);
    return [PARTS.fill, trigger.sql];
  }

  #named(what: string) {
    return this.#database.prepare(`select name, sql from sqlite_master where ${what}`).all() as {
      name: string;
      sql: string;
    }[];
  }
}
