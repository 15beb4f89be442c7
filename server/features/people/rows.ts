import { type RawBuilder, sql } from 'kysely';
import {
  type DataField,
  type DataKind,
  GUEST_DATA_KINDS,
  type GuestDataKind,
} from '../../../contract/people/people.rules.ts';
import type { DataRecord } from '../../../contract/people/people.ts';
import { iso } from '../../clock.ts';
import type { Db, Tables, Trx } from '../../db/tables.ts';
import { conditionFor, type Person } from './person.ts';
import { type AnyRule, type ColumnRule, type Finder, ruleOf, TABLES } from './rules.ts';

type Row = Readonly<Record<string, unknown>>;

interface Found {
  readonly table: keyof Tables;
  readonly kind: DataKind;
  readonly stays: AnyRule['parts'][number]['stays'];
  readonly where: RawBuilder<boolean>;
}

export const isGuestKind = (kind: DataKind): kind is GuestDataKind =>
  (GUEST_DATA_KINDS as readonly DataKind[]).includes(kind);

export function placesOf(person: Person): Found[] {
  return TABLES.flatMap((table) => {
    const { found, parts } = ruleOf(table);
    return parts.flatMap(({ kind, stays, where, by = Object.keys(found) as Finder[] }) => {
      if (person.door !== 'staff' && !isGuestKind(kind)) return [];
      const conditions = by.flatMap((finder) => conditionFor(finder, found[finder] as string, person) ?? []);
      if (conditions.length === 0) return [];
      const isTheirs = sql<boolean>`(${sql.join(conditions, sql` or `)})`;
      // Must match the condition of the index on recipients.
      const notChat = table === 'outbox' ? sql` and channel <> 'chat'` : sql``;
      // The account's owner must still get password emails and notices.
      const isOfAccount = kind === 'emails' && person.door === 'guest' && person.ownerId !== null;
      const notOfAccount = isOfAccount ? sql` and guest_id is not null` : sql``;
      const isPart = where === undefined ? sql`` : sql` and ${where}`;
      return [{ table, kind, stays, where: sql<boolean>`${isTheirs}${notChat}${notOfAccount}${isPart}` }];
    });
  });
}

/** `+ 0`: the index on times would read everyone's rows. */
export async function rowsAt(db: Db | Trx, { table, where }: Pick<Found, 'table' | 'where'>, most: number) {
  const { time } = ruleOf(table);
  const newestFirst = time === undefined ? sql`` : sql`order by ${sql.ref(time)} + 0 desc`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${where} ${newestFirst} limit ${sql.lit(most)}`.execute(db);
  return rows;
}

export async function countAt(
  db: Db | Trx,
  { table, where }: Pick<Found, 'table' | 'where'>,
): Promise<{ count: number; latest: number | null }> {
  const { time } = ruleOf(table);
  const latest = time === undefined ? sql`null` : sql`max(${sql.ref(time)})`;
  const { rows } = await sql<{ count: number; latest: number | null }>`
    select count(*) as count, ${latest} as latest from ${sql.table(table)} where ${where}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), latest: rows[0]?.latest == null ? null : Number(rows[0].latest) };
}

export async function deleteAt(trx: Trx, { table, where }: Pick<Found, 'table' | 'where'>): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${where}`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

const isShown = (rule: ColumnRule) => rule !== 'secret' && rule !== 'inner' && rule !== 'of others';

const browserIn = ({ public_id, guest_id }: Row) => public_id ?? guest_id ?? null;

/** Hidden if the browser didn't confirm the address: it may be another person's. */
const OF_BROWSER: readonly DataField[] = ['guestId', 'ipAddress', 'location', 'device', 'language'];

/** Staff typed it: on our page it could mislead the guest. */
const isForStaff = (table: keyof Tables, column: string) => table === 'guest_messages' && column === 'reason';

export function recordOf(
  table: keyof Tables,
  row: Row,
  { browsers, door }: Pick<Person, 'browsers' | 'door'>,
): DataRecord {
  const browser = browserIn(row);
  const isOthers = browser !== null && !browsers.includes(String(browser));
  return Object.entries(ruleOf(table).columns).flatMap(([column, rule]) => {
    const value = row[column];
    if (door === 'guest' && isForStaff(table, column)) return [];
    if (!isShown(rule) || value === null || value === undefined || value === '') return [];
    const field = rule as DataField;
    if (isOthers && OF_BROWSER.includes(field)) return [];
    const isTime = /(?:^a|A)t$/.test(field) && typeof value === 'number';
    return [{ field, value: isTime ? iso(value) : String(value) }];
  });
}
