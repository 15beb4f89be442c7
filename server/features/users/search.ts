import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { isText } from '../../../contract/endpoint.ts';
import { isPostgres, searchedText } from '../../db/queries.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { searchable } from '../../names.ts';

/** Columns that may leave the database for a list. */
const LISTED = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'profile_image_url',
  'role',
  'status',
  'auth_type',
  'created_at',
  'updated_at',
  'signed_in_at',
] as const;
export type ListedUser = Pick<UserRow, (typeof LISTED)[number]>;

export interface UserPage {
  readonly users: ListedUser[];
  /** Null on the last page. A page with a cursor may be short: then the search has not come to the end yet. */
  readonly next: string | null;
}

/** A place in the order of names. */
type Key = readonly [nameKey: string, id: string];
const START: Key = ['', ''];
/** Sorts after every other character. */
const LAST = '\u{10ffff}';

/**
 * Names that begin with the text come first, then everybody else who matches; both in name order. "many": the index
 * of parts knows too many matches to be of use.
 */
const CursorText = z.string().refine(isText);
const Cursor = z.tuple([z.enum(['first', 'others', 'many']), CursorText, CursorText]);
type Cursor = z.output<typeof Cursor>;

/** How many names one request looks through at most, and how many matches it takes from the index of parts. */
const LOOK_AT = { others: 3_000, many: 10_000 };
const FROM_INDEX = 150;

interface Search {
  readonly db: Db;
  readonly text: string;
  readonly limit: number;
}

/**
 * One page of users. The work for it is bounded, whatever is searched for: common texts are found by looking through
 * the next few thousand names, rare and absent ones by the index of parts. What is neither (many matches, none of
 * them near) is answered with what was found and a cursor to go on.
 */
export async function searchUsers(
  db: Db,
  { q, limit, cursor }: { q: string; limit: number; cursor?: string | undefined },
): Promise<UserPage> {
  const search: Search = { db, text: searchable(searchedText(q)).trim(), limit };
  const [stage, ...after]: Cursor = cursor === undefined ? ['first', '', ''] : decodeCursor(Cursor, cursor);
  const first = stage === 'first' ? await beginningWith(search, after) : [];
  if (search.text === '' || first.length === limit) return page(search, first, first.length === limit ? 'first' : null);
  const rest = { ...search, limit: limit - first.length };
  const others = await containing(rest, stage, stage === 'first' ? START : after);
  return page(search, [...first, ...others.keys], others.stage, others.end);
}

/** Where the search came to: at its last match, or further where it looked without finding one. */
async function page(
  { db }: Search,
  keys: readonly Key[],
  stage: Cursor[0] | null,
  end: Key | undefined = keys.at(-1),
): Promise<UserPage> {
  const next = stage === null || end === undefined ? null : encodeCursor([stage, ...end] satisfies Cursor);
  if (keys.length === 0) return { users: [], next };
  const ids = keys.map(([, id]) => id);
  const rows = await db.selectFrom('users').select(LISTED).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { users: ids.flatMap((id) => byId.get(id) ?? []), next };
}

type Rows = { name_key: string; id: string }[];
const toKeys = (rows: Rows) => rows.map((row): Key => [row.name_key, row.id]);
const keysOf = async (query: { execute(): Promise<Rows> }) => toKeys(await query.execute());

const inNameOrder = (db: Db, [nameKey, id]: Key) =>
  db
    .selectFrom('users')
    .select(['name_key', 'id'])
    .where(sql<boolean>`(name_key, id) > (${nameKey}, ${id})`)
    .orderBy('name_key')
    .orderBy('id');

async function beginningWith({ db, text, limit }: Search, after: Key): Promise<Key[]> {
  // The later of the two, so that the database does not walk from the one to the other.
  const from: Key = after[0] < text ? [text, ''] : after;
  const beginning = inNameOrder(db, from).where('name_key', '<', text + LAST);
  return keysOf(beginning.limit(limit));
}

interface Found {
  readonly keys: Key[];
  readonly stage: Cursor[0] | null;
  readonly end?: Key | undefined;
}

async function containing(search: Search, stage: Cursor[0], after: Key): Promise<Found> {
  const known = stage === 'many' ? 'many' : 'others';
  const { keys, end } = await among(search, after, LOOK_AT[known]);
  if (keys.length === search.limit) return { keys, stage: known };
  if (end === null) return { keys, stage: null };
  if (known === 'others') {
    const all = await fromIndex(search);
    if (all !== null) {
      const left = all.filter((key) => compare(key, after) > 0);
      const shown = left.slice(0, search.limit);
      return { keys: shown, stage: left.length > shown.length ? 'others' : null };
    }
  }
  return { keys, stage: 'many', end };
}

/** As both databases compare: by code points, which UTF-16 units are not. */
function compare([name, id]: Key, [otherName, otherId]: Key): number {
  return (
    Buffer.compare(Buffer.from(name), Buffer.from(otherName)) || Buffer.compare(Buffer.from(id), Buffer.from(otherId))
  );
}

function contains({ db, text }: Search): RawBuilder<boolean> {
  const matches = isPostgres(db) ? sql`strpos(search, ${text}) > 0` : sql`instr(search, ${text}) > 0`;
  return sql<boolean>`${matches} and not (name_key >= ${text} and name_key < ${text + LAST})`;
}

/** The matches among the next few thousand names; `end` is the last name looked at, null at the end of the list. */
async function among(search: Search, after: Key, count: number): Promise<{ keys: Key[]; end: Key | null }> {
  const { db, limit } = search;
  const names = inNameOrder(db, after);
  const [end = null] = await keysOf(names.limit(1).offset(count - 1));
  let looking = names.where(contains(search)).limit(limit);
  if (end !== null) looking = looking.where(sql<boolean>`(name_key, id) <= (${end[0]}, ${end[1]})`);
  return { keys: await keysOf(looking), end };
}

/** Every match in name order, when there are not too many; null when there are. */
async function fromIndex(search: Search): Promise<Key[] | null> {
  const rows = await (isPostgres(search.db) ? fromPostgresIndex(search) : fromSqliteIndex(search));
  if (rows === null || rows.length > FROM_INDEX) return null;
  return toKeys(rows).sort(compare);
}

async function fromPostgresIndex(search: Search): Promise<Rows> {
  const { rows } = await sql<Rows[number]>`
    select name_key, id from users
    where gatehouse_parts(search) @@ ${postgresQuery(search.text)}::tsquery and ${contains(search)}
    limit ${sql.lit(FROM_INDEX + 1)}
  `.execute(search.db);
  return rows;
}

function postgresQuery(text: string): string {
  const quoted = (part: string) => `'${part.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const characters = [...text];
  if (characters.length < 3) return `${quoted(text)}:*`;
  const parts = characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
  return [...new Set(parts)].map(quoted).join(' & ');
}

/** Parts that begin with a text of one or two characters; more than these mean that it is everywhere. */
const SHORT_PARTS_MAX = 300;

async function fromSqliteIndex(search: Search): Promise<Rows | null> {
  const { db, text } = search;
  const parts = [...text].length < 3 ? await partsBeginningWith(db, text) : [text];
  if (parts.length === 0) return [];
  if (parts.length > SHORT_PARTS_MAX) return null;
  const query = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' OR ');
  const { rows } = await sql<Rows[number]>`
    select name_key, users.id as id from user_search
    join user_search_rows on user_search_rows.id = user_search.rowid
    join users on users.id = user_search_rows.user_id
    where user_search match ${query} and not (name_key >= ${text} and name_key < ${text + LAST})
    limit ${sql.lit(FROM_INDEX + 1)}
  `.execute(db);
  return rows;
}

async function partsBeginningWith(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from user_search_parts where term >= ${text} and term < ${text + LAST}
    limit ${sql.lit(SHORT_PARTS_MAX + 1)}
  `.execute(db);
  return rows.map(({ term }) => term);
}
