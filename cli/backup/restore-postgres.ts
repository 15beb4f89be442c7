import { CompiledQuery, Kysely, sql } from 'kysely';
import { appliedMigrations, migrateUpTo } from '../../server/db/migrate.ts';
import { openPostgres, waitForPostgres } from '../../server/db/postgres.ts';
import type { Tables, Trx } from '../../server/db/tables.ts';
import type { Log } from '../../server/log.ts';
import { StartError } from '../../server/start-error.ts';
import type { TableSection } from './format.ts';
import { checkedColumns, type Fill, finishRestore, type Target } from './restore-target.ts';
import { CARRIED, type Column, columnsOfTables } from './tables.ts';

/** Everything in one transaction. */
export async function intoPostgres<T>(url: string, log: Log, fill: Fill<T>): Promise<T> {
  const { dialect, pool } = openPostgres(url, log, 0);
  const db = new Kysely<Tables>({ dialect });
  try {
    await waitForPostgres(pool, log);
    const restored = await db.transaction().execute(async (trx) => {
      await refuseFilled(trx);
      return fill(new PostgresTarget(trx));
    });
    // So that searches read indexes alone and plans are right from the first request on.
    await sql`vacuum analyze ${sql.join(CARRIED.map((table) => sql.table(table)))}`.execute(db);
    return restored;
  } finally {
    await db.destroy();
  }
}

const notEmpty = (why: string) => new StartError(`DATABASE_URL: ${why}. Restore into an empty database.`);

async function refuseFilled(trx: Trx): Promise<void> {
  const tables = await columnsOfTables(trx);
  const ours = [...CARRIED, 'sessions'].filter((table) => tables.has(table));
  if (ours.length > 0 && (await appliedMigrations(trx)).length === 0)
    throw notEmpty(`the database has a table "${ours[0]}" of another program`);
  for (const table of ours) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
    if (rows.length > 0) throw notEmpty('there is a Gatehouse in this database already');
  }
}

const ZERO = String.raw`\u0000`;

/** SQLite can store a zero byte in a text, PostgreSQL cannot. An even number of backslashes before it is another text. */
const withoutZeros = (json: string) =>
  json.includes(ZERO) ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, String.raw`$1\ufffd`) : json;

class PostgresTarget implements Target {
  readonly #trx: Trx;
  #tables = new Map<string, Column[]>();
  #indexes: string[] = [];
  #current: { section: TableSection; insert: string } | null = null;

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  async prepare({ migrations }: { migrations: readonly string[] }): Promise<void> {
    const applied = await appliedMigrations(this.#trx);
    if (applied.length > migrations.length)
      throw notEmpty('the empty tables there are of a newer version than the backup');
    await migrateUpTo(this.#trx, migrations.at(-1) as string);
    this.#tables = await columnsOfTables(this.#trx);
    this.#indexes = await this.#dropIndexes();
  }

  /** The rows are sent as they are in the file; the server takes them apart. */
  async insert(section: TableSection, rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const values = withoutZeros(`[${rows.join(',')}]`);
    await this.#trx.executeQuery(CompiledQuery.raw(this.#insertInto(section), [values]));
  }

  async complete(): Promise<void> {
    for (const definition of this.#indexes) await sql.raw(definition).execute(this.#trx);
    await finishRestore(this.#trx);
  }

  #insertInto(section: TableSection): string {
    if (this.#current?.section !== section) {
      const columns = checkedColumns(this.#tables, section);
      const names = columns.map(({ name }) => `"${name}"`);
      const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`);
      const insert = `insert into "${section.table}" (${names.join(', ')})
        select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as rows (line)`;
      this.#current = { section, insert };
    }
    return this.#current.insert;
  }

  /** Made at once after the rows, an index takes a fraction of the time. Those of constraints stay. */
  async #dropIndexes(): Promise<string[]> {
    const { rows } = await sql<{ name: string; definition: string }>`
      select pg_class.relname as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_class as tables on tables.oid = indrelid
      where tables.relnamespace = current_schema()::regnamespace and tables.relname in (${sql.join([...CARRIED])})
        and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(this.#trx);
    for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(this.#trx);
    return rows.map(({ definition }) => definition);
  }
}
