import { sql } from 'kysely';
import { appliedMigrations, migrate, migrateUpTo } from '../../server/db/migrate.ts';
import type { Db, Trx } from '../../server/db/tables.ts';
import { StartError } from '../../server/start-error.ts';
import type { Header, TableSection } from './format.ts';
import { type Column, columnsOfTables } from './tables.ts';

/** The rows are JSON arrays of the columns. */
type Insert = (rows: readonly string[]) => Promise<void>;

/** An empty database that is being filled. */
export interface Target {
  readonly db: Db | Trx;
  /** Drops what is made faster after the rows, and answers the statements that make it again. */
  dropDerived(): Promise<string[]>;
  insertInto(table: string, columns: readonly Column[]): Insert;
}

/** What it wrote is kept when it returns, and is gone when it throws or is killed. */
export type Fill<T> = (target: Target) => Promise<T>;

/** Makes the tables as they were when the backup was made. */
export async function prepareTarget(target: Target, { migrations }: Header) {
  const { db } = target;
  if ((await appliedMigrations(db)).length > migrations.length)
    throw notEmpty('the empty tables there are of a newer version than the backup');
  await migrateUpTo(db, migrations.at(-1) as string);
  const tables = await columnsOfTables(db);
  const afterwards = await target.dropDerived();
  let current: { readonly section: TableSection; readonly insert: Insert } | null = null;
  return {
    async insert(section: TableSection, rows: readonly string[]): Promise<void> {
      if (current?.section !== section) {
        const columns = checkedColumns(tables, section);
        current = { section, insert: target.insertInto(section.table, columns) };
      }
      if (rows.length > 0) await current.insert(rows);
    },
    /** After the last row: makes what is derived, and the tables as this version has them. */
    async complete(): Promise<void> {
      for (const statement of afterwards) await sql.raw(statement).execute(db);
      await migrate(db);
      // The process that was sending it is not here; whether it arrived nobody can know.
      const again = { state: 'queued', due_at: Date.now() } as const;
      await db.updateTable('outbox').set(again).where('state', '=', 'sending').execute();
    },
  };
}

export const notEmpty = (why: string) => new StartError(`DATABASE_URL: ${why}. Restore into an empty database.`);

/** The columns of a section as the database has them; a name that it does not have never gets into a statement. */
function checkedColumns(tables: ReadonlyMap<string, Column[]>, { table, columns }: TableSection): Column[] {
  const known = tables.get(table) ?? [];
  return columns.map((name) => {
    const column = known.find((candidate) => candidate.name === name);
    if (column === undefined)
      throw new StartError(`The backup is damaged: it has a column ${table}.${name}, which its version did not have.`);
    return column;
  });
}
