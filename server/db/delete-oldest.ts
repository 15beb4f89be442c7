import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

interface OldRows<Table extends keyof Tables> {
  readonly table: Table;
  readonly key: keyof Tables[Table] & string;
  readonly time: keyof Tables[Table] & string;
  readonly before: number;
  /** Of those only the ones for which this holds. */
  readonly where?: RawBuilder<boolean> | undefined;
}

/** One batch of the rows that are older than a time, along the index on it. Answers the keys of those that are gone. */
export async function deleteOldest<Table extends keyof Tables>(
  db: Db,
  { table, key, time, before, where = sql`1 = 1` }: OldRows<Table>,
  most: number,
): Promise<string[]> {
  const [id, at] = [sql.ref(key), sql.ref(time)];
  const { rows } = await sql<{ key: string }>`
    delete from ${sql.table(table)} where ${id} in (
      select ${id} from ${sql.table(table)} where ${at} < ${before} and ${where} order by ${at} limit ${most})
    returning ${id} as key`.execute(db);
  return rows.map((row) => row.key);
}
