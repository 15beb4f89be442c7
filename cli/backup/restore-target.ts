import { migrate } from '../../server/db/migrate.ts';
import type { Db, Trx } from '../../server/db/tables.ts';
import { StartError } from '../../server/start-error.ts';
import type { Header, TableSection } from './format.ts';
import type { Column } from './tables.ts';

/** An empty database that is being filled. */
export interface Target {
  /** Makes the tables as they were when the backup was made. */
  prepare(header: Header): Promise<void>;
  /** The rows are JSON arrays of the section's columns. */
  insert(section: TableSection, rows: readonly string[]): Promise<void>;
  /** After the last row: makes what is derived, and the tables as this version has them. */
  complete(): Promise<void>;
}

/** What it wrote is kept when it returns, and is gone when it throws or is killed. */
export type Fill<T> = (target: Target) => Promise<T>;

/** The columns of a section as the database has them; a name that it does not have never gets into a statement. */
export function checkedColumns(tables: ReadonlyMap<string, Column[]>, { table, columns }: TableSection): Column[] {
  const known = tables.get(table) ?? [];
  return columns.map((name) => {
    const column = known.find((candidate) => candidate.name === name);
    if (column === undefined)
      throw new StartError(`The backup is damaged: it has a column ${table}.${name}, which its version did not have.`);
    return column;
  });
}

/** Makes what an older version left as this version has it, and takes up what the old place was doing. */
export async function finishRestore(db: Db | Trx): Promise<void> {
  await migrate(db);
  // The process that was sending it is not here; whether it arrived nobody can know.
  await db.updateTable('outbox').set({ state: 'queued', due_at: Date.now() }).where('state', '=', 'sending').execute();
}
