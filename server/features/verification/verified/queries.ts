import { type RawBuilder, sql } from 'kysely';
import type { VERIFIED_SEARCH } from '../../../../contract/verification/verified.rules.ts';
import type { VerifiedQuery } from '../../../../contract/verification/verified.ts';
import { newId } from '../../../db/ids.ts';
import { preparedInsert } from '../../../db/prepared.ts';
import { containsText, deleteOldest, searchedText } from '../../../db/queries.ts';
import type { Db, Trx, VerifiedAddressRow } from '../../../db/tables.ts';
import { decodeCursor, encodeCursor, TimeCursor } from '../../../http/cursor.ts';
import { folded } from '../../../text/names.ts';
import type { GatePass } from '../gate/gate.ts';

export interface Result {
  readonly publicId: string;
  readonly email: string;
  readonly at: number;
  readonly since: number;
  readonly helped: boolean;
}

type Source = Result & { readonly pass: GatePass | null };

/** Total: a new column must name the source of its value. */
const VALUES: { readonly [Name in keyof VerifiedAddressRow]: (source: Source) => VerifiedAddressRow[Name] } = {
  id: ({ at }) => newId(at),
  email: ({ email }) => email,
  email_key: ({ email }) => folded(email),
  guest_id: ({ publicId }) => publicId,
  verified_at: ({ at }) => at,
  took_ms: ({ at, since }) => Math.max(0, at - since),
  helped: ({ helped }) => (helped ? 1 : 0),
  gate_jti: ({ pass }) => pass?.jti ?? null,
  gate_sub: ({ pass }) => pass?.sub ?? null,
  gate_claims: ({ pass }) => pass?.claims ?? null,
};
const NAMES = Object.keys(VALUES) as (keyof VerifiedAddressRow)[];
const insert = preparedInsert('verified_addresses', NAMES);

export async function recordVerified(trx: Trx, result: Result, pass: GatePass | null): Promise<string> {
  const source = { ...result, pass };
  const row = Object.fromEntries(NAMES.map((name) => [name, VALUES[name](source)])) as VerifiedAddressRow;
  await insert(trx, [row]);
  return row.id;
}

export const findResult = (db: Db, publicId: string, verifiedAt: number) =>
  db
    .selectFrom('verified_addresses')
    .select(['email', 'verified_at', 'gate_jti', 'gate_sub'])
    .where('verified_at', '=', verifiedAt)
    .where('guest_id', '=', publicId)
    .executeTakeFirst();

interface VerifiedPage {
  readonly rows: VerifiedAddressRow[];
  /** Also after a page with few rows, if the scan may find more. */
  readonly next: string | null;
}

type Filter = Omit<VerifiedQuery, 'q'>;

const CONDITIONS: Record<keyof Filter, (value: string) => RawBuilder<boolean>> = {
  from: (moment) => sql`verified_at >= ${Date.parse(moment)}`,
  to: (moment) => sql`verified_at < ${Date.parse(moment)}`,
};
const FILTERS = Object.keys(CONDITIONS) as (keyof Filter)[];

interface Searched {
  readonly column: 'email_key' | 'gate_sub';
  form(text: string): string;
}

/** Total: the search box promises these. */
const COLUMN_OF: Record<keyof typeof VERIFIED_SEARCH, Searched> = {
  email: { column: 'email_key', form: folded },
  gateSubject: { column: 'gate_sub', form: (text) => text },
};
const SEARCHED = Object.values(COLUMN_OF);

interface Query extends VerifiedQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const LOOK_AT = 5_000;

const cursorOf = ({ verified_at, id }: Pick<VerifiedAddressRow, 'verified_at' | 'id'>): TimeCursor => [verified_at, id];

/** A full address is found by index. Otherwise each page scans `LOOK_AT` rows. */
export async function searchVerified(db: Db, query: Query): Promise<VerifiedPage> {
  const text = searchedText(query.q);
  const after = query.cursor === undefined ? null : decodeCursor(TimeCursor, query.cursor);
  if (text === '') return pageOf(await rowsAfter(db, query, after).limit(query.limit).execute(), query.limit, null);
  const whole = [];
  for (const { column, form } of SEARCHED) {
    const matches = db.selectFrom('verified_addresses').select('id').where(column, '=', form(text));
    if ((await matches.limit(1).execute()).length > 0) whole.push({ column, is: form(text) });
  }
  if (whole.length === 0) return lookThrough(db, query, text, after);
  const lists = [];
  for (const { column, is } of whole)
    lists.push(await rowsAfter(db, query, after).where(column, '=', is).limit(query.limit).execute());
  return pageOf(merged(lists), query.limit, null);
}

function filtered(db: Db, filter: Filter) {
  const conditions = FILTERS.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [CONDITIONS[name](value)];
  });
  return db
    .selectFrom('verified_addresses')
    .where((is) => is.and(conditions))
    .orderBy('verified_at', 'desc');
}

function rowsAfter(db: Db, query: Filter, after: TimeCursor | null) {
  const rows = filtered(db, query).selectAll().orderBy('id', 'desc');
  return after === null ? rows : rows.where(sql<boolean>`(verified_at, id) < (${after[0]}, ${after[1]})`);
}

/** Two lists may share rows, because a gate subject can be an email address. */
function merged(lists: readonly VerifiedAddressRow[][]): VerifiedAddressRow[] {
  const byId = new Map(lists.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort(
    (one, other) => other.verified_at - one.verified_at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0),
  );
}

function pageOf(found: readonly VerifiedAddressRow[], limit: number, end: TimeCursor | null): VerifiedPage {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const place = last !== undefined && rows.length === limit ? cursorOf(last) : end;
  return { rows, next: place === null ? null : encodeCursor(place) };
}

async function lookThrough(db: Db, query: Query, text: string, after: TimeCursor | null): Promise<VerifiedPage> {
  const places = rowsAfter(db, query, after).clearSelect().select(['verified_at', 'id']);
  const [last] = await places
    .limit(1)
    .offset(LOOK_AT - 1)
    .execute();
  const end = last === undefined ? null : cursorOf(last);
  const contains = SEARCHED.map(({ column, form }) => containsText(db, sql.ref(column), form(text)));
  let looking = rowsAfter(db, query, after)
    .limit(query.limit)
    .where((is) => is.or(contains));
  if (end !== null) looking = looking.where(sql<boolean>`(verified_at, id) >= (${end[0]}, ${end[1]})`);
  return pageOf(await looking.execute(), query.limit, end);
}

export const findRow = (db: Db, id: string): Promise<VerifiedAddressRow | undefined> =>
  db.selectFrom('verified_addresses').selectAll().where('id', '=', id).executeTakeFirst();

export const timesOf = (db: Db, query: Filter) => [filtered(db, query).select('verified_at')];

export const deleteOldVerified = async (db: Db, before: number, most: number): Promise<number> =>
  (await deleteOldest(db, { table: 'verified_addresses', key: 'id', time: 'verified_at', before }, most)).length;
