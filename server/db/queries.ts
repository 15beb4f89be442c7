/** Pieces of queries that several features share. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Tables, Trx } from './tables.ts';

/** For the few statements that the two databases cannot share. */
export const isPostgres = <T>(db: Kysely<T>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** The second transaction waits until the first is over, on whichever process it runs. To be called first. */
export async function takeTurn(trx: Trx, name: Tables['locks']['name']): Promise<void> {
  await trx.updateTable('locks').set({ taken: sql`taken + 1` }).where('name', '=', name).execute();
}

interface ClaimClock {
  readonly clock: Clock;
  readonly severalProcesses: boolean;
}

/** By which processes say how long what they work on is theirs: the clock of the database, because theirs may differ. */
export const claimClock = ({ clock, severalProcesses }: ClaimClock): RawBuilder<number> =>
  severalProcesses ? sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)` : sql`${clock.now()}`;

/** What people are called in lists: first and last name, or the username. Of a joined `users` table. */
export const displayName = sql<
  string | null
>`coalesce(nullif(trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')), ''), users.username)`;

/** What somebody searches for. PostgreSQL takes no zero byte and no half of a character, and nothing stored has any. */
export const searchedText = (q: string) =>
  q
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();

/** Both in lower case by the database: SQLite knows of ASCII letters only, and would not find an "É" as it is written. */
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
  /** Only those with this value in this column, along the index on the column and the time. */
  readonly of?: readonly [column: keyof Tables[Table] & string, value: string] | undefined;
  /** Of those only the ones for which this holds. */
  readonly where?: RawBuilder<boolean> | undefined;
}

/**
 * One batch of the rows that are older than a time, along the index on it. Answers the keys of those that are gone. Column and
 * time are compared as one: told that the column has a value, PostgreSQL may think it quicker to read along the time alone,
 * through everything that is kept for longer.
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
