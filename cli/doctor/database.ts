import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { isPostgres } from '../../server/db/queries.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { columnsOfTables } from '../backup/tables.ts';
import { inMb, number } from '../command.ts';
import { type Answer, no, ok, warning } from './answer.ts';
import type { Patient } from './patient.ts';

const FINDINGS_MAX = 3;

export const damaged = (how: readonly string[]) =>
  no(
    `The database is damaged: ${how.slice(0, FINDINGS_MAX).join('; ')}.`,
    'Stop the server, keep a copy of its data, and restore the newest backup that is whole.',
  );

export async function database(patient: Patient): Promise<Answer> {
  const damages = isPostgres(patient.db) ? await damagesOfPostgres(patient) : await damagesOfSqlite(patient);
  const bytes = inMb(await databaseBytes(patient));
  return damages.length === 0 ? ok(`The database is sound: ${bytes} were read.`) : damaged(damages);
}

export async function databaseBytes({ db, config }: Pick<Patient, 'db' | 'config'>): Promise<number> {
  if (config.databaseUrl === null) return statSync(sqliteFile(config.dataDir)).size;
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

async function damagesOfSqlite({ db }: Patient): Promise<string[]> {
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(FINDINGS_MAX)})`.execute(db);
  const damages = pages.rows.map(({ integrity_check }) => integrity_check).filter((found) => found !== 'ok');
  if (damages.length > 0) return damages;
  const strays = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return strays.rows.map(({ table, parent }) => `a row of ${table} belongs to a missing row of ${parent}`);
}

async function damagesOfPostgres({ db }: Patient): Promise<string[]> {
  const damages: string[] = [];
  // Cast to text, or PostgreSQL would not read long (TOAST) values.
  for (const table of (await columnsOfTables(db)).keys())
    await sql`select count(whole_row::text) from ${sql.table(table)} as whole_row`.execute(db).catch((error: Error) => {
      damages.push(`${table}: ${error.message}`);
    });
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace`.execute(db);
  return [...damages, ...rows.map(({ name }) => `the index ${name} is not valid`)];
}

const CONNECTIONS_CLOSE = 0.8;

export async function connections({ db }: Patient): Promise<Answer | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ of_server: number; server_max: number; of_database: number; database_max: number }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend') as of_server,
      current_setting('max_connections')::int as server_max,
      (select numbackends from pg_stat_database where datname = current_database()) as of_database,
      (select datconnlimit from pg_database where datname = current_database()) as database_max`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  const { of_server, server_max, of_database, database_max } = found;
  const [open, most] =
    database_max >= 0 && of_database / database_max > of_server / server_max
      ? [of_database, database_max]
      : [of_server, server_max];
  const text = `${number(open)} of ${number(most)} connections to PostgreSQL are open.`;
  return open < most * CONNECTIONS_CLOSE
    ? ok(text)
    : warning(text, 'Each process needs up to 11: raise max_connections, or find out who holds them.');
}
