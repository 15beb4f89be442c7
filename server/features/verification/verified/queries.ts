import { type RawBuilder, sql } from 'kysely';
import type { VerifiedQuery } from '../../../../contract/verification/verified.ts';
import { containsText, deleteOldest, searchedText } from '../../../db/queries.ts';
import type { Db, VerifiedRow } from '../../../db/tables.ts';
import { decodeCursor, encodeCursor, TimeCursor } from '../../../http/cursor.ts';
import { folded } from '../../../text/names.ts';

interface VerifiedPage {
  readonly rows: VerifiedRow[];
  /** Null on the last page. A short page with a cursor: the scan goes on there. */
  readonly next: string | null;
}

type Filter = Omit<VerifiedQuery, 'q'>;

/** Total: a filter without a condition does not compile. */
const CONDITIONS: Record<keyof Filter, (value: string) => RawBuilder<boolean>> = {
  from: (moment) => sql`verified_at >= ${Date.parse(moment)}`,
  to: (moment) => sql`verified_at < ${Date.parse(moment)}`,
};
const FILTERS = Object.keys(CONDITIONS) as (keyof Filter)[];

interface Query extends VerifiedQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Place = TimeCursor;

const LOOK_AT = 5_000;

const placeOf = ({ verified_at, id }: Pick<VerifiedRow, 'verified_at' | 'id'>): Place => [verified_at, id];

/** Newest first. A whole email address is found by index; for a part of one, each page scans `LOOK_AT` rows. */
export async function searchVerified(db: Db, query: Query): Promise<VerifiedPage> {
  const text = searchedText(query.q);
  const after = query.cursor === undefined ? null : decodeCursor(TimeCursor, query.cursor);
  if (text === '') return pageOf(await rowsAfter(db, query, after).limit(query.limit).execute(), query.limit, null);
  const whole = await wholeMatches(db, text);
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

function rowsAfter(db: Db, query: Filter, after: Place | null) {
  const rows = filtered(db, query).selectAll().orderBy('id', 'desc');
  return after === null ? rows : rows.where(sql<boolean>`(verified_at, id) < (${after[0]}, ${after[1]})`);
}

async function wholeMatches(db: Db, text: string) {
  const columns = [
    { column: 'email_key', is: folded(text) },
    { column: 'gate_sub', is: text },
  ] as const;
  const found = [];
  for (const match of columns) {
    const rows = db.selectFrom('verified_addresses').select('id').where(match.column, '=', match.is);
    if ((await rows.limit(1).execute()).length > 0) found.push(match);
  }
  return found;
}

/** A gate subject can be an email address: then both lists have the row. */
function merged(lists: readonly VerifiedRow[][]): VerifiedRow[] {
  const byId = new Map(lists.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort(
    (one, other) => other.verified_at - one.verified_at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0),
  );
}

/** `end`: how far back the scan came; null at the oldest row. */
function pageOf(found: readonly VerifiedRow[], limit: number, end: Place | null): VerifiedPage {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const place = last !== undefined && rows.length === limit ? placeOf(last) : end;
  return { rows, next: place === null ? null : encodeCursor(place) };
}

async function lookThrough(db: Db, query: Query, text: string, after: Place | null): Promise<VerifiedPage> {
  const places = rowsAfter(db, query, after).clearSelect().select(['verified_at', 'id']);
  const [last] = await places
    .limit(1)
    .offset(LOOK_AT - 1)
    .execute();
  const end = last === undefined ? null : placeOf(last);
  let looking = rowsAfter(db, query, after).limit(query.limit).where(contains(db, text));
  if (end !== null) looking = looking.where(sql<boolean>`(verified_at, id) >= (${end[0]}, ${end[1]})`);
  return pageOf(await looking.execute(), query.limit, end);
}

const contains = (db: Db, text: string) =>
  sql<boolean>`(${containsText(db, sql.ref('email_key'), folded(text))}
    or (gate_sub is not null and ${containsText(db, sql.ref('gate_sub'), text)}))`;

export const findRow = (db: Db, id: string): Promise<VerifiedRow | undefined> =>
  db.selectFrom('verified_addresses').selectAll().where('id', '=', id).executeTakeFirst();

export const timesOf = (db: Db, query: Filter) => [filtered(db, query).select('verified_at')];

export const deleteOldVerified = async (db: Db, before: number, most: number): Promise<number> =>
  (await deleteOldest(db, { table: 'verified_addresses', key: 'id', time: 'verified_at', before }, most)).length;
