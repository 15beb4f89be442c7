import { CompiledQuery, sql } from 'kysely';
import { appliedMigrations } from '../../server/db/migrate.ts';
import { openPostgresPatiently } from '../../server/db/postgres.ts';
import type { Trx } from '../../server/db/tables.ts';
import type { Log } from '../../server/process/log.ts';
import { type Fill, notEmpty, type Target } from './restore-target.ts';
import { CARRIED, columnsOfTables } from './tables.ts';

export async function intoPostgres<T>(url: string, log: Log, fill: Fill<T>): Promise<T> {
  const { db } = await openPostgresPatiently(url, log);
  try {
    const restored = await db.transaction().execute(async (trx) => {
      await refuseFilled(trx);
      return fill(postgresTarget(trx));
    });
    await sql`vacuum analyze ${sql.join(CARRIED.map((table) => sql.table(table)))}`.execute(db);
    return restored;
  } finally {
    await db.destroy();
  }
}

async function refuseFilled(trx: Trx): Promise<void> {
  const tables = await columnsOfTables(trx);
  const ours = [...CARRIED, 'sessions'].filter((table) => tables.has(table));
  if (ours.length > 0 && (await appliedMigrations(trx)).length === 0)
    throw notEmpty(`the database has a table "${ours[0]}" that belongs to another program`);
  for (const table of ours) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
    if (rows.length > 0) throw notEmpty('it already holds Gatehouse data');
  }
}

const ZERO = String.raw`\u0000`;

/** PostgreSQL can't store a zero byte. After an even number of backslashes, `\u0000` is an escape; otherwise it's text. */
const withoutZeros = (json: string) =>
  json.includes(ZERO) ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, String.raw`$1\ufffd`) : json;

const postgresTarget = (trx: Trx): Target => ({
  db: trx,

  /** Indexes build faster after the rows. Those of constraints stay. */
  async dropDerived() {
    const { rows } = await sql<{ name: string; definition: string }>`
      select pg_class.relname as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_class as tables on tables.oid = indrelid
      where tables.relnamespace = current_schema()::regnamespace and tables.relname in (${sql.join([...CARRIED])})
        and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(trx);
    for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(trx);
    return rows.map(({ definition }) => definition);
  },

  insertInto(table, columns) {
    const names = columns.map(({ name }) => `"${name}"`);
    const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`);
    const insert = `insert into "${table}" (${names.join(', ')})
      select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as rows (line)`;
    return async (rows) => {
      await trx.executeQuery(CompiledQuery.raw(insert, [withoutZeros(`[${rows.join(',')}]`)]));
    };
  },
});
