import { type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { COUNTED_MAX } from '../../contract/log/activity.rules.ts';
import type { EntryCount } from '../../contract/log/activity.ts';
import type { Db, Tables, Trx } from './tables.ts';

export const isPostgres = <T>(db: Kysely<T>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Serialises transactions across processes until the commit. Call it first, against deadlocks. */
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

/** The database lowercases both sides, because SQLite folds only ASCII. */
export function containsText<T>(db: Kysely<T>, text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql<boolean>`strpos(lower(coalesce(${text}, '')), lower(${wanted}::text)) > 0`
    : sql<boolean>`instr(lower(coalesce(${text}, '')), lower(${wanted})) > 0`;
}

export async function countRows(db: Db | Trx, rows: Expression<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from (${rows}) as counted`.execute(db);
  return Number(counted.rows[0]?.count ?? 0);
}

/** Must be answered from an index alone. */
interface Indexed {
  limit(most: number): Expression<unknown>;
}

/** Counting up to a limit takes as long in ten million rows as in a hundred thousand (figure: year, counts). */
export async function boundedCount(reader: Db, queries: readonly Indexed[]): Promise<EntryCount> {
  let count = 0;
  for (const rows of queries) {
    count += await countRows(reader, rows.limit(COUNTED_MAX + 1 - count));
    if (count > COUNTED_MAX) return { count: COUNTED_MAX, more: true };
  }
  return { count, more: false };
}

export interface OldRows<Table extends keyof Tables> {
  readonly table: Table;
  readonly key: keyof Tables[Table] & string;
  readonly time: keyof Tables[Table] & string;
  readonly before: number;
  readonly of?: readonly [column: keyof Tables[Table] & string, value: string] | undefined;
  readonly where?: RawBuilder<boolean> | undefined;
}

/** Compares (column, time) as a row value: PostgreSQL may otherwise scan the index on time alone. */
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
