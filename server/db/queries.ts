import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db, Tables, Trx } from './tables.ts';

export const isPostgres = <T>(db: Kysely<T>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** A lock row: call it first, and concurrent transactions on any process wait for the commit. */
export async function takeLock(trx: Trx, name: Tables['locks']['name']): Promise<void> {
  await trx.updateTable('locks').set({ taken: sql`taken + 1` }).where('name', '=', name).execute();
}

export const displayName = sql<
  string | null
>`coalesce(nullif(trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')), ''), users.username)`;

/** PostgreSQL rejects zero bytes and lone surrogates. */
export const searchedText = (q: string) =>
  q
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();

/** Lower-cased by the database: SQLite folds ASCII only, so both sides must match. */
export function containsText<T>(db: Kysely<T>, text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql<boolean>`strpos(lower(coalesce(${text}, '')), lower(${wanted}::text)) > 0`
    : sql<boolean>`instr(lower(coalesce(${text}, '')), lower(${wanted})) > 0`;
}

export interface OldRows<Table extends keyof Tables> {
  readonly table: Table;
  readonly key: keyof Tables[Table] & string;
  readonly time: keyof Tables[Table] & string;
  readonly before: number;
  readonly of?: readonly [column: keyof Tables[Table] & string, value: string] | undefined;
  readonly where?: RawBuilder<boolean> | undefined;
}

/**
 * Deletes one batch by index and returns the keys. Column and time are compared as a row value: otherwise PostgreSQL
 * may scan by time alone, through everything that is kept longer.
 */
export async function deleteOldest<Table extends keyof Tables>(
  db: Db,
  { table, key, time, before, of, where = sql`1 = 1` }: OldRows<Table>,
  most: number,
): Promise<string[]> {
  const [id, at] = [sql.ref(key), sql.ref(time)];
  const column = of && sql.ref(of[0]);
  const old =
    of === undefined
      ? sql`${at} < ${before}`
      : sql`(${column}, ${at}) < (${of[1]}, ${before}) and (${column}, ${at}) >= (${of[1]}, ${sql.lit(0)})`;
  const order = of === undefined ? at : sql`${column}, ${at}`;
  const { rows } = await sql<{ key: string }>`
    delete from ${sql.table(table)} where ${id} in (
      select ${id} from ${sql.table(table)} where ${old} and ${where} order by ${order} limit ${most})
    returning ${id} as key`.execute(db);
  return rows.map((row) => row.key);
}
