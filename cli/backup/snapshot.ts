import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../../server/db/dialect.ts';
import type { Db, Trx } from '../../server/db/tables.ts';

const ROWS_AT_ONCE = 500;

/** One moment of the database, however long reading it takes and whatever is written meanwhile. */
export const inSnapshot = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

export interface Column {
  readonly name: string;
  readonly type: string;
}

/** The tables of the schema that ours are in, and their columns in order. */
export async function columnsOfTables(db: Db | Trx): Promise<Map<string, Column[]>> {
  const tables = await db.introspection.getTables();
  const schema = isPostgres(db)
    ? (await sql<{ schema: string }>`select current_schema() as schema`.execute(db)).rows[0]?.schema
    : undefined;
  const ours = tables.filter((table) => table.schema === schema);
  return new Map(
    ours.map(({ name, columns }) => [name, columns.map((column) => ({ name: column.name, type: column.dataType }))]),
  );
}

/** The rows as JSON arrays, put together by the database, some hundred at a time. */
export async function* rowsOf(
  trx: Trx,
  table: string,
  columns: readonly string[],
  only: RawBuilder<boolean> = sql`1 = 1`,
): AsyncGenerator<string[]> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  if (isPostgres(trx)) {
    const row = sql`json_build_array(${values})::text as line`;
    await sql`declare backup no scroll cursor for select ${row} from ${sql.table(table)} where ${only}`.execute(trx);
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup`.execute(trx);
      if (rows.length === 0) break;
      yield rows.map(({ line }) => line);
    }
    await sql`close backup`.execute(trx);
    return;
  }
  let after = -1;
  for (;;) {
    const { rows } = await sql<{ line: string; at: number }>`
      select json_array(${values}) as line, rowid as at from ${sql.table(table)}
      where rowid > ${after} and ${only} order by rowid limit ${ROWS_AT_ONCE}`.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.at;
    yield rows.map(({ line }) => line);
  }
}
