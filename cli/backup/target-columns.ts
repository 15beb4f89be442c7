import { StartError } from '../../server/start-error.ts';
import type { TableSection } from './format.ts';
import type { Column } from './snapshot.ts';

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
