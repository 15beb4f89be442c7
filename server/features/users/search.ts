import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { isText } from '../../../contract/endpoint.ts';
import type { UserSort } from '../../../contract/users.rules.ts';
import type { UserFilter } from '../../../contract/users.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { onlineSessions } from '../../sessions/sessions.ts';
import { allOf, isOfStaff, isSetAside, isWanted, searchedLine, searchedWords, statusIs } from './filter.ts';
import { fewWithParts } from './parts.ts';
import { oneOf } from './queries.ts';
import type { FindSample } from './sample.ts';

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
const passwordUnused = sql<number>`case when temporary_password is null then 0 else 1 end`.as('password_unused');
export type ListedUser = Pick<UserRow, (typeof LISTED)[number]> & {
  /** 1 while there is a temporary password with which nobody has signed in. */
  password_unused: number;
};

export interface UserPage {
  readonly users: ListedUser[];
  /** Null on the last page. A page with a cursor may be short: then the search has not come to the end yet. */
  readonly next: string | null;
}

/** A place in the order of the list: name or time, then the id. */
type Key = readonly [value: string | number, id: string];
const START: Key = ['', ''];
/** Sorts after every other character. */
const LAST = '\u{10ffff}';

const ORDERS = { name: 'name_key', activity: 'updated_at', created: 'created_at' } as const;
type Order = keyof typeof ORDERS;

/**
 * In name order names that begin with the text come first, then everybody else who matches. "many": they were not few, so
 * it is not tried again to take them all at once.
 */
const Stage = z.enum(['first', 'others', 'many']);
type Stage = z.output<typeof Stage>;
const CursorText = z.string().refine(isText);
const CURSORS = {
  name: z.tuple([Stage, CursorText, CursorText]),
  activity: z.tuple([Stage, z.int(), CursorText]),
  created: z.tuple([Stage, z.int(), CursorText]),
};

/** Where work ends, whatever is searched for. */
export const BOUNDS = {
  /** How many users one request looks at along the order, and how many where it has to know who is online. */
  users: 3_000,
  sessions: 2_000,
  /** More words than these make it look at fewer. */
  wordsAtOnce: 3,
  /** How many users are taken all at once and sorted. */
  fewWithParts: 300,
  fewOnline: 1_000,
  fewStaff: 500,
};

export interface SearchDeps {
  readonly reader: Db;
  readonly sample: FindSample;
  /** Others only for tests. */
  readonly bounds?: typeof BOUNDS;
}

export interface UserQuery extends UserFilter {
  readonly sort?: UserSort | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Search {
  readonly db: Db;
  readonly sample: FindSample;
  readonly bounds: typeof BOUNDS;
  readonly wanted: UserFilter;
  readonly words: readonly string[];
  readonly now: number;
  readonly order: Order;
  readonly isDescending: boolean;
  /** What names of the first stage begin with; empty where there is no such stage. */
  readonly text: string;
}

function searchFor({ reader: db, sample, bounds = BOUNDS }: SearchDeps, query: UserQuery, now: number): Search {
  const sort = query.sort ?? 'name';
  const isDescending = sort.startsWith('-');
  const order = (isDescending ? sort.slice(1) : sort) as Order;
  const words = searchedWords(query.q);
  const text = sort === 'name' ? searchedLine(query.q) : '';
  return { db, sample, bounds, wanted: query, words, now, order, isDescending, text };
}

/**
 * One page of users. The work for it is bounded, whatever is searched for. Where those who match are known to be few
 * (somebody online, staff, a rare part of a name) they are taken all at once; otherwise the next few thousand are
 * looked at in the order of the list, and what was found is answered with a cursor to go on.
 */
export async function searchUsers(deps: SearchDeps, query: UserQuery, now: number): Promise<UserPage> {
  const search = searchFor(deps, query, now);
  const { limit } = query;
  const [stage, after] = placeOf(search, query.cursor);
  // Names that begin with the text match by that; only filters may make those who are wanted few.
  const isFiltered = isWanted(search.db, query, [], now).length > 0;
  if (stage === 'others' || (stage === 'first' && isFiltered)) {
    const few = await findFew(search);
    if (few !== null) return pageOfFew(search, few, [stage, after], limit);
  }
  const first = stage === 'first' ? await beginning(search, after, limit) : { keys: [], end: null };
  if (first.end !== null) return page(search, first.keys, ['first', first.end]);
  const left = limit - first.keys.length;
  if (left === 0) return page(search, first.keys, ['others', START]);
  if (stage === 'first' && !isFiltered) {
    const few = await findFew(search);
    if (few !== null) return pageOfFew(search, few, ['others', null], left, first.keys);
  }
  const others = await everybodyElse(search, stage === 'first' ? null : after, left);
  return page(search, [...first.keys, ...others.keys], others.end && ['many', others.end]);
}

function placeOf({ order, text }: Search, cursor: string | undefined): [Stage, Key | null] {
  if (cursor === undefined) return [text === '' ? 'others' : 'first', null];
  const [stage, ...after] = decodeCursor(CURSORS[order], cursor);
  return [stage, after];
}

async function page({ db }: Search, keys: readonly Key[], place: readonly [Stage, Key] | null): Promise<UserPage> {
  const next = place && encodeCursor([place[0], ...place[1]]);
  if (keys.length === 0) return { users: [], next };
  const ids = keys.map(([, id]) => id);
  const rows = await db.selectFrom('users').select(LISTED).select(passwordUnused).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { users: ids.flatMap((id) => byId.get(id) ?? []), next };
}

interface Found {
  readonly keys: Key[];
  /** Where to go on; null when there is nobody further on. */
  readonly end: Key | null;
}

/** A part of the list, in its order and from a place in it on. */
interface Stretch {
  readonly after: Key | null;
  /** Up to this name, and not with it. */
  readonly before?: string;
}

/** Names that begin with the text, which are a stretch of the index. */
const beginning = (search: Search, after: Key | null, limit: number): Promise<Found> =>
  alongOrder(
    search,
    isWanted(search.db, search.wanted, [], search.now),
    { after: after ?? [search.text, ''], before: search.text + LAST },
    limit,
  );

async function everybodyElse(search: Search, after: Key | null, limit: number): Promise<Found> {
  const { db, wanted, words, text, now } = search;
  const conditions = isWanted(db, wanted, words, now);
  if (text === '') return alongOrder(search, conditions, { after }, limit);
  // The names in between were the first ones, and may be very many.
  const before = await alongOrder(search, conditions, { after, before: text }, limit);
  if (before.end !== null) return before;
  const beyond: Key = [text + LAST, ''];
  const rest = { after: after === null || isEarlier(after, beyond) ? beyond : after };
  const found = await alongOrder(search, conditions, rest, limit - before.keys.length);
  return { keys: [...before.keys, ...found.keys], end: found.end };
}

/** As both databases compare names: by code points, which UTF-16 units are not. */
const isEarlier = ([name]: Key, [other]: Key) =>
  Buffer.compare(Buffer.from(String(name)), Buffer.from(String(other))) < 0;

const keysOf = async (query: { execute(): Promise<{ value: string | number; id: string }[]> }) =>
  (await query.execute()).map(({ value, id }): Key => [value, id]);

function inOrder({ db, order, isDescending, wanted }: Search, { after, before }: Stretch, last: Key | null = null) {
  const column = sql.ref(ORDERS[order]);
  const [forward, back] = isDescending ? [sql.raw('<'), sql.raw('>=')] : [sql.raw('>'), sql.raw('<=')];
  const direction = isDescending ? 'desc' : 'asc';
  let query = db
    .selectFrom('users')
    .select([`${ORDERS[order]} as value`, 'id'])
    .orderBy(ORDERS[order], direction)
    .orderBy('id', direction);
  if (isSetAside(wanted.standing)) query = query.where(statusIs(db, wanted.standing));
  if (after !== null) query = query.where(sql<boolean>`(${column}, id) ${forward} (${after[0]}, ${after[1]})`);
  // Only one end: given two of them SQLite goes by the one that it reads first.
  if (last !== null) return query.where(sql<boolean>`(${column}, id) ${back} (${last[0]}, ${last[1]})`);
  return before === undefined ? query : query.where('name_key', '<', before);
}

/** The next ones of those who are few. They are found by their ids, so that sorting them is little work. */
async function pageOfFew(
  search: Search,
  few: Few,
  [stage, after]: readonly [Stage, Key | null],
  limit: number,
  before: readonly Key[] = [],
): Promise<UserPage> {
  const { db, order, isDescending, text } = search;
  const value = sql.ref<string | number>(`users.${ORDERS[order]}`);
  const isOther =
    text === ''
      ? sql<number>`1`
      : sql<number>`case when name_key >= ${text} and name_key < ${text + LAST} then 0 else 1 end`;
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  let matching = oneOf(db, few.ids)
    .select([value.as('value'), 'users.id', isOther.as('is_other')])
    .where(allOf(wantedOf(search, few)))
    .orderBy(sql`is_other, value ${direction}, id ${direction}`)
    .limit(limit + 1);
  if (stage !== 'first') matching = matching.where(sql<boolean>`${isOther} = 1`);
  if (after !== null) {
    const isFurther = sql<boolean>`(${value}, users.id) ${sql.raw(isDescending ? '<' : '>')} (${after[0]}, ${after[1]})`;
    matching = matching.where(stage === 'first' ? sql<boolean>`(${isOther} = 1 or ${isFurther})` : isFurther);
  }
  const rows = await matching.execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const keys = shown.map((row): Key => [row.value, row.id]);
  const end =
    last && rows.length > limit ? ([last.is_other === 0 ? 'first' : 'others', [last.value, last.id]] as const) : null;
  return page(search, [...before, ...keys], end);
}

/** The next few thousand of the list, of whom those who match are wanted; `last` is the last of them, null at the end. */
async function nextToLookAt(search: Search, conditions: readonly RawBuilder<boolean>[], stretch: Stretch) {
  const list = inOrder(search, stretch);
  if (conditions.length === 0) return { matching: list, last: null };
  const [last = null] = await keysOf(list.limit(1).offset(lookAt(search) - 1));
  return { matching: inOrder(search, stretch, last).where(allOf(conditions)), last };
}

async function alongOrder(
  search: Search,
  conditions: readonly RawBuilder<boolean>[],
  stretch: Stretch,
  limit: number,
): Promise<Found> {
  const { matching, last } = await nextToLookAt(search, conditions, stretch);
  const keys = await keysOf(matching.limit(limit));
  return { keys, end: keys.length < limit ? last : (keys.at(-1) as Key) };
}

/** The index along the order holds words, status and role. Only who is online is asked elsewhere, of each who has the rest. */
function lookAt({ wanted, words, bounds }: Search): number {
  const most = wanted.standing === 'online' || wanted.standing === 'offline' ? bounds.sessions : bounds.users;
  return Math.ceil(most / Math.max(1, words.length / bounds.wordsAtOnce));
}

/** Everybody who can match, when these are few. */
interface Few {
  readonly ids: readonly string[];
  /** They were found by being online. */
  readonly areOnline: boolean;
}

/** What is left to be asked of them. */
const wantedOf = ({ db, wanted, words, now }: Search, { areOnline }: Few) =>
  areOnline
    ? [...isWanted(db, { role: wanted.role }, words, now), statusIs(db, 'online')]
    : isWanted(db, wanted, words, now);

/** Null when they are many, or when nobody knows. */
async function findFew({ db, wanted, words, sample, bounds, now }: Search): Promise<Few | null> {
  const atMost = async (most: number, query: { execute(): Promise<{ id: string }[]> }, areOnline = false) => {
    const rows = await query.execute();
    return rows.length > most ? null : { ids: rows.map(({ id }) => id), areOnline };
  };
  if (wanted.standing === 'online') {
    const online = onlineSessions(db, now).select('user_id as id').distinct();
    const few = await atMost(bounds.fewOnline, online.limit(bounds.fewOnline + 1), true);
    if (few !== null) return few;
  }
  if (wanted.role !== undefined && wanted.role !== 'user') {
    const staff = db.selectFrom('users').select('id').where(isOfStaff(db, wanted.role));
    const few = await atMost(bounds.fewStaff, staff.limit(bounds.fewStaff + 1));
    if (few !== null) return few;
  }
  const ids = words.length === 0 ? null : await fewWithParts(db, words, await sample(), bounds.fewWithParts);
  return ids && { ids, areOnline: false };
}

/** More than this is not counted, and for it more are looked at than for a page: it is asked for once. */
const COUNTED_MAX = 10_000;
const LOOKED_AT_TO_COUNT = { users: 10_000, sessions: 5_000 };

/** How many match; `more` when there are more than were counted. */
export async function countUsers(
  deps: SearchDeps,
  wanted: UserFilter,
  now: number,
): Promise<{ count: number; more: boolean }> {
  const bounds = { ...BOUNDS, ...LOOKED_AT_TO_COUNT, ...deps.bounds };
  const search = searchFor({ ...deps, bounds }, { ...wanted, sort: 'created', limit: COUNTED_MAX }, now);
  const { db, words } = search;
  const few = await findFew(search);
  const conditions = isWanted(db, wanted, words, now);
  if (few !== null) {
    const matching = await oneOf(db, few.ids)
      .select('users.id')
      .where(allOf(wantedOf(search, few)))
      .execute();
    return { count: matching.length, more: false };
  }
  const { matching, last } = await nextToLookAt(search, conditions, { after: null });
  const { count } = await db
    .selectFrom(matching.limit(COUNTED_MAX + 1).as('counted'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, COUNTED_MAX), more: count > COUNTED_MAX || last !== null };
}
