import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { isText } from '../../../contract/endpoint.ts';
import type { UserSort } from '../../../contract/users.rules.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { onlineSessions } from '../../sessions/sessions.ts';
import { allOf, isOneOf, isSetAside, isWanted, searchedLine, searchedWords, statusIs, type Wanted } from './filter.ts';
import { fewWithParts } from './parts.ts';
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
  /** How many users one request looks at along the order: for words, which the index holds, and for what it does not. */
  words: 5_000,
  rows: 1_000,
  /** More words than these make it look at fewer. */
  wordsAtOnce: 3,
  /** How many users are taken all at once and sorted. */
  fewWithParts: 300,
  fewOnline: 1_000,
  fewAdmins: 500,
};

export interface SearchDeps {
  readonly reader: Db;
  readonly sample: FindSample;
  /** Others only for tests. */
  readonly bounds?: typeof BOUNDS;
}

export interface UserQuery extends Wanted {
  readonly sort?: UserSort | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Search {
  readonly db: Db;
  readonly sample: FindSample;
  readonly bounds: typeof BOUNDS;
  readonly wanted: Wanted;
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
 * (somebody online, an admin, a rare part of a name) they are taken all at once; otherwise the next few thousand are
 * looked at in the order of the list, and what was found is answered with a cursor to go on.
 */
export async function searchUsers(deps: SearchDeps, query: UserQuery, now: number): Promise<UserPage> {
  const search = searchFor(deps, query, now);
  const { limit } = query;
  const [stage, after] = placeOf(search, query.cursor);
  const first = stage === 'first' ? await beginning(search, after, limit) : { keys: [], end: null };
  if (first.end !== null) return page(search, first.keys, ['first', first.end]);
  const left = limit - first.keys.length;
  if (left === 0) return page(search, first.keys, ['others', START]);
  const few = stage === 'many' ? null : await findFew(search);
  const others = await everybodyElse(search, few, stage === 'first' ? null : after, left);
  const place = others.end === null ? null : ([few === null ? 'many' : 'others', others.end] as const);
  return page(search, [...first.keys, ...others.keys], place);
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
  readonly where: readonly RawBuilder<boolean>[];
  readonly after: Key | null;
}

/** Names that begin with the text, which are a stretch of the index. They match by that; filters may still want others. */
async function beginning(search: Search, after: Key | null, limit: number): Promise<Found> {
  const { db, wanted, text, now } = search;
  const conditions = isWanted(db, wanted, [], now);
  const few = conditions.length === 0 ? null : await findFew(search);
  const isFirst = sql<boolean>`name_key >= ${text} and name_key < ${text + LAST}`;
  if (few !== null) return among(search, few, { where: [isFirst], after }, limit);
  // From the text on and not from the start, so that the database does not walk there.
  const stretch = { where: [sql<boolean>`name_key < ${text + LAST}`], after: after ?? ([text, ''] as const) };
  return alongOrder(search, conditions, stretch, limit);
}

async function everybodyElse(
  search: Search,
  few: readonly string[] | null,
  after: Key | null,
  limit: number,
): Promise<Found> {
  const { db, wanted, words, text, now } = search;
  const conditions = isWanted(db, wanted, words, now);
  if (text === '') {
    const stretch = { where: [], after };
    return few === null ? alongOrder(search, conditions, stretch, limit) : among(search, few, stretch, limit);
  }
  const isBefore = sql<boolean>`name_key < ${text}`;
  const beyond: Key = [text + LAST, ''];
  if (few !== null) {
    const where = [sql<boolean>`(${isBefore} or name_key >= ${beyond[0]})`];
    return among(search, few, { where, after }, limit);
  }
  // The names in between were the first ones, and may be very many.
  const before = await alongOrder(search, conditions, { where: [isBefore], after }, limit);
  if (before.end !== null) return before;
  const from = after === null || isEarlier(after, beyond) ? beyond : after;
  const rest = await alongOrder(search, conditions, { where: [], after: from }, limit - before.keys.length);
  return { keys: [...before.keys, ...rest.keys], end: rest.end };
}

/** As both databases compare names: by code points, which UTF-16 units are not. */
const isEarlier = ([name]: Key, [other]: Key) =>
  Buffer.compare(Buffer.from(String(name)), Buffer.from(String(other))) < 0;

const keysOf = async (query: { execute(): Promise<{ value: string | number; id: string }[]> }) =>
  (await query.execute()).map(({ value, id }): Key => [value, id]);

function inOrder({ db, order, isDescending }: Search, { where, after }: Stretch) {
  const column = ORDERS[order];
  const direction = isDescending ? 'desc' : 'asc';
  const query = db
    .selectFrom('users')
    .select([`${column} as value`, 'id'])
    .where(allOf(where))
    .orderBy(column, direction)
    .orderBy('id', direction);
  if (after === null) return query;
  return query.where(
    sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(isDescending ? '<' : '>')} (${after[0]}, ${after[1]})`,
  );
}

/** The next ones of those who are few. */
async function among(search: Search, few: readonly string[], stretch: Stretch, limit: number): Promise<Found> {
  const { db, wanted, words, now } = search;
  const wantedFew = allOf([isOneOf(db, few), ...isWanted(db, wanted, words, now)]);
  const keys = await keysOf(
    inOrder(search, stretch)
      .where(wantedFew)
      .limit(limit + 1),
  );
  const shown = keys.slice(0, limit);
  return { keys: shown, end: keys.length > limit ? (shown.at(-1) as Key) : null };
}

/** The next few thousand of the list, of whom those who match are wanted; `last` is the last of them, null at the end. */
async function nextToLookAt(search: Search, conditions: readonly RawBuilder<boolean>[], stretch: Stretch) {
  const { order, isDescending, wanted } = search;
  const aside = isSetAside(wanted.standing) ? [statusIs(wanted.standing)] : [];
  const list = inOrder(search, { ...stretch, where: [...stretch.where, ...aside] });
  if (conditions.length === 0) return { matching: list, last: null };
  const [last = null] = await keysOf(list.limit(1).offset((await lookAt(search)) - 1));
  const matching = list.where(allOf(conditions));
  if (last === null) return { matching, last };
  const upTo = sql.raw(isDescending ? '>=' : '<=');
  return {
    matching: matching.where(sql<boolean>`(${sql.ref(ORDERS[order])}, id) ${upTo} (${last[0]}, ${last[1]})`),
    last,
  };
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

/**
 * How many are looked at. An index along the order holds what words are looked for in; for anything else each user who has
 * the words is read, and the sample says how many of them have.
 */
async function lookAt({ wanted, words, sample, bounds }: Search): Promise<number> {
  const most = Math.ceil(bounds.words / Math.max(1, words.length / bounds.wordsAtOnce));
  const isInIndex = wanted.role === undefined && (wanted.standing === undefined || isSetAside(wanted.standing));
  if (isInIndex) return most;
  if (words.length === 0) return bounds.rows;
  const share = (await sample()).share(...words);
  return Math.min(most, Math.ceil(bounds.rows / Math.max(share, bounds.rows / bounds.words)));
}

/** Everybody who can match, when these are few; null when they are many, or when nobody knows. */
async function findFew({ db, wanted, words, sample, bounds, now }: Search): Promise<string[] | null> {
  const atMost = async (most: number, query: { execute(): Promise<{ id: string }[]> }) => {
    const rows = await query.execute();
    return rows.length > most ? null : rows.map(({ id }) => id);
  };
  if (wanted.standing === 'online') {
    const online = onlineSessions(db, now).select('user_id as id').distinct();
    const few = await atMost(bounds.fewOnline, online.limit(bounds.fewOnline + 1));
    if (few !== null) return few;
  }
  if (wanted.role === 'admin') {
    const admins = db.selectFrom('users').select('id').where(sql<boolean>`users.role = 'admin'`);
    const few = await atMost(bounds.fewAdmins, admins.limit(bounds.fewAdmins + 1));
    if (few !== null) return few;
  }
  return words.length === 0 ? null : fewWithParts(db, words, await sample(), bounds.fewWithParts);
}

/** More than this is not counted, and for it more are looked at than for a page: it is asked for once. */
export const COUNTED_MAX = 10_000;
const LOOKED_AT_TO_COUNT = { words: 10_000, rows: 5_000 };

/** How many match; `more` when there are more than were counted. */
export async function countUsers(
  deps: SearchDeps,
  wanted: Wanted,
  now: number,
): Promise<{ count: number; more: boolean }> {
  const bounds = { ...BOUNDS, ...LOOKED_AT_TO_COUNT, ...deps.bounds };
  const search = searchFor({ ...deps, bounds }, { ...wanted, sort: 'created', limit: COUNTED_MAX }, now);
  const { db, words } = search;
  const few = await findFew(search);
  const whole: Stretch = { where: [], after: null };
  const conditions = isWanted(db, wanted, words, now);
  const { matching, last } =
    few === null
      ? await nextToLookAt(search, conditions, whole)
      : { matching: inOrder(search, whole).where(allOf([isOneOf(db, few), ...conditions])), last: null };
  const { count } = await db
    .selectFrom(matching.limit(COUNTED_MAX + 1).as('counted'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, COUNTED_MAX), more: count > COUNTED_MAX || last !== null };
}
