import { sql } from 'kysely';
import * as z from 'zod';
import { WAIT_HOURS } from '../../contract/settings/settings.rules.ts';
import { HOUR_MS } from '../../server/clock.ts';
import { appliedMigrations, migrate, migrateUpTo } from '../../server/db/migrate.ts';
import { storeKeyId } from '../../server/db/server-key.ts';
import type { Db, Trx } from '../../server/db/tables.ts';
import { StartError } from '../../server/process/start-error.ts';
import { parseJson } from '../../server/text/json.ts';
import type { Header, TableSection } from './format.ts';
import { CARRIED_ONLY, type Column, columnsOfTables } from './tables.ts';

const WAIT_MS = WAIT_HOURS * HOUR_MS;

type Insert = (rows: readonly string[]) => Promise<void>;

export interface Target {
  readonly db: Db | Trx;
  dropDerived(): Promise<string[]>;
  insertInto(table: string, columns: readonly Column[]): Insert;
}

/** Atomic: nothing stays if the callback throws or the process is killed. */
export type Fill<T> = (target: Target) => Promise<T>;

/** Fills the tables of the backup's version, then migrates them to this one. */
export function restoredPlace(target: Target, file: string) {
  const { db } = target;
  const damaged = (how: string) => new StartError(`${file} is damaged: ${how}. Use another backup.`);
  let tables: ReadonlyMap<string, Column[]> = new Map();
  let afterwards: string[] = [];
  let columns: readonly Column[] = [];
  let insertRows: Insert = async () => {};
  return {
    async prepare({ migrations }: Header): Promise<void> {
      if ((await appliedMigrations(db)).length > migrations.length)
        throw notEmpty('its empty tables are from a newer version than the backup');
      await migrateUpTo(db, migrations.at(-1) as string);
      tables = await columnsOfTables(db);
      afterwards = await target.dropDerived();
    },
    async insert(section: TableSection, rows: readonly string[]): Promise<void> {
      if (rows.length === 0) {
        const found = columnsOf(tables, section);
        if (found === null) throw damaged(`the columns of "${section.table}" don't match its version`);
        columns = found;
        insertRows = target.insertInto(section.table, columns);
        return;
      }
      const unfit = () => damaged(`"${section.table}" has a row that does not fit`);
      if (!rows.every((row) => fits(row, columns))) throw unfit();
      await insertRows(rows).catch((error) => {
        throw breaksRule(error) ? unfit() : error;
      });
    },
    async complete({ keyId, time }: Header): Promise<void> {
      for (const statement of afterwards)
        await sql
          .raw(statement)
          .execute(db)
          .catch((error) => {
            throw breaksRule(error) ? damaged("it has rows that don't match each other") : error;
          });
      await migrate(db);
      for (const [table, only] of Object.entries(CARRIED_ONLY)) {
        const { rows } = await sql`select 1 from ${sql.table(table)} where not (${only}) limit 1`.execute(db);
        if (rows.length > 0) throw damaged(`"${table}" has rows that don't belong in a backup`);
      }
      await storeKeyId(db, { id: keyId });
      // It's unknown whether the message arrived, so send it again.
      const again = { state: 'queued', due_at: Date.now() } as const;
      await db.updateTable('outbox').set(again).where('state', '=', 'sending').execute();
      // What waits for a second admin may have been withdrawn since.
      const anew = Date.now() + WAIT_MS;
      for (const table of ['setting_proposals', 'api_keys'] as const)
        await db
          .updateTable(table)
          .set({ in_force_at: anew })
          .where('in_force_at', '>', Date.parse(time))
          .where('in_force_at', '<', anew)
          .execute();
    },
  };
}

export const notEmpty = (why: string) => new StartError(`DATABASE_URL: ${why}. Restore into an empty database.`);

/** Returns the database's own column names, so that a name from the file never reaches SQL. */
function columnsOf(tables: ReadonlyMap<string, Column[]>, { table, columns }: TableSection): Column[] | null {
  const known = tables.get(table) ?? [];
  const found = columns.flatMap((name) => known.find((column) => column.name === name) ?? []);
  return found.length === known.length && new Set(found).size === known.length && columns.length === known.length
    ? found
    : null;
}

/** SQLite would accept text in a number column. */
function fits(row: string, columns: readonly Column[]): boolean {
  const values = parseJson(Row, row);
  if (values?.length !== columns.length) return false;
  const type = (at: number) => (isNumeric(columns[at] as Column) ? 'number' : 'string');
  return values.every((value, at) => value === null || typeof value === type(at));
}

const Row = z.array(z.unknown());

const isNumeric = ({ type }: Column) => /int|real|double|numeric/i.test(type);

function breaksRule(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === undefined ? /^2[23]/.test(code ?? '') : [19, 20].includes(errcode & 0xff);
}
