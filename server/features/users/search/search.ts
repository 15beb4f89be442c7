import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import * as z from 'zod';
import { isText } from '../../../../contract/endpoint.ts';
import type { UserSort } from '../../../../contract/users/users.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import type { Db, Tables, UserRow } from '../../../db/tables.ts';
import { decodeCursor, encodeCursor } from '../../../http/cursor.ts';
import { onlineSessions } from '../../../sessions/sessions.ts';
import { DETAIL_COLUMNS } from '../detail-columns.ts';
import { eachOf, namedIds } from '../queries.ts';
import { allOf, isOfStaff, isOnline, isSetAside, isWanted, searchedLine, searchedWords, statusIs } from './filter.ts';
import { fewWithParts } from './name-index.ts';
import type { FindSample } from './sample.ts';

const LISTED = [
  'id',
  'username',
  ...DETAIL_COLUMNS,
  'profile_image_url',
  'role',
  'status',
  'auth_type',
  'created_at',
  'updated_at',
  'signed_in_at',
  'active_at',
] as const;
const passwordUnused = sql<number>`case when temporary_password is null then 0 else 1 end`.as('password_unused');
export type UserListRow = Pick<UserRow, (typeof LISTED)[number]> & {
  password_unused: number;
  online: number;
};

export interface UserPage {
  readonly users: UserListRow[];
  /** Also after a page with few rows, if the scan may find more. */
  readonly next: string | null;
}

type Key = readonly [value: string | number, id: string];
const START: Key = ['', ''];
const LAST = '\u{10ffff}';

const ORDERS = { name: 'name_key', activity: 'active_at', created: 'created_at' } as const;
type Order = keyof typeof ORDERS;

/** In name order, names with the searched prefix come first. "many": too many matches to fetch all. */
const Stage = z.enum(['first', 'others', 'many']);
type Stage = z.output<typeof Stage>;
const CursorText = z.string().refine(isText);
const CURSORS = {
  name: z.tuple([Stage, CursorText, CursorText]),
  activity: z.tuple([Stage, z.int(), CursorText]),
  created: z.tuple([Stage, z.int(), CursorText]),
};

export const BOUNDS = {
  /** Rows to scan in list order; fewer when the search asks who is online. */
  users: 3_000,
  sessions: 2_000,
  wordsAtOnce: 3,
  /** With at most this many matches, fetch and sort all. */
  fewWithParts: 300,
  fewOnline: 1_000,
  fewStaff: 500,
};

export interface SearchDeps {
  readonly reader: Db;
  readonly sample: FindSample;
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
  readonly direction: 'asc' | 'desc';
  readonly text: string;
}

function searchFor({ reader: db, sample, bounds = BOUNDS }: SearchDeps, query: UserQuery, now: number): Search {
  const sort = query.sort ?? 'name';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const order = sort.replace('-', '') as Order;
  const words = searchedWords(query.q);
  const text = sort === 'name' ? searchedLine(query.q) : '';
  return { db, sample, bounds, wanted: query, words, now, order, direction, text };
}

/** Few matches are sorted; otherwise a few thousand are scanned in list order. Decision 39. */
export async function searchUsers(deps: SearchDeps, query: UserQuery, now: number): Promise<UserPage> {
  const search = searchFor(deps, query, now);
  const { limit } = query;
  const [stage, after] = startOf(search, query.cursor);
  // Without filters, matches are never few.
  const filters = isWanted(search.db, query, [], now);
  const isFiltered = filters.length > 0;
  if (stage === 'others' || (stage === 'first' && isFiltered)) {
    const few = await findFew(search);
    if (few !== null) return pageOfFew(search, few, [stage, after], limit);
  }
  const named = { after: after ?? ([search.text, ''] as const), before: search.text + LAST };
  const first = stage === 'first' ? await alongOrder(search, filters, named, limit) : { users: [], end: null };
  if (first.end !== null) return page(first.users, ['first', first.end]);
  const left = limit - first.users.length;
  if (left === 0) return page(first.users, ['others', START]);
  if (stage === 'first' && !isFiltered) {
    const few = await findFew(search);
    if (few !== null) return pageOfFew(search, few, ['others', null], left, first.users);
  }
  const others = await everybodyElse(search, stage === 'first' ? null : after, left);
  return page([...first.users, ...others.users], others.end && ['many', others.end]);
}

function startOf({ order, text }: Search, cursor: string | undefined): [Stage, Key | null] {
  if (cursor === undefined) return [text === '' ? 'others' : 'first', null];
  const [stage, ...after] = decodeCursor(CURSORS[order], cursor);
  return [stage, after];
}

const page = (users: UserListRow[], place: readonly [Stage, Key] | null): UserPage => ({
  users,
  next: place && encodeCursor([place[0], ...place[1]]),
});

/** "end" marks where the scan stopped, not a user. */
const SECTION = { first: 0, others: 1, end: 2 } as const;

interface Placed extends UserListRow {
  readonly section: number;
  readonly value: string | number;
}
const keyOf = ({ value, id }: Placed): Key => [value, id];

function shown({ db, now, direction }: Search, named: Expression<unknown>): Promise<Placed[]> {
  const found = eachOf(db, named)
    .select(LISTED)
    .select([passwordUnused, sql<string | number>`named.value`.as('value'), sql<number>`named.section`.as('section')]);
  return db
    .selectFrom(sql<Omit<Placed, 'online'>>`${found}`.as('users'))
    .selectAll()
    .select(sql<number>`case when ${isOnline(db, now)} then 1 else 0 end`.as('online'))
    .orderBy('section')
    .orderBy('value', direction)
    .orderBy('id', direction)
    .execute();
}

interface Found {
  readonly users: Placed[];
  readonly end: Key | null;
}

interface Stretch {
  readonly after: Key | null;
  readonly before?: string;
}

async function everybodyElse(search: Search, after: Key | null, limit: number): Promise<Found> {
  const { db, wanted, words, text, now } = search;
  const conditions = isWanted(db, wanted, words, now);
  if (text === '') return alongOrder(search, conditions, { after }, limit);
  // The first stage may have very many names.
  const before = await alongOrder(search, conditions, { after, before: text }, limit);
  if (before.end !== null) return before;
  const beyond: Key = [text + LAST, ''];
  const rest = { after: after === null || isEarlier(after, beyond) ? beyond : after };
  const found = await alongOrder(search, conditions, rest, limit - before.users.length);
  return { users: [...before.users, ...found.users], end: found.end };
}

/** Both databases compare code points, JavaScript compares UTF-16 units. */
const isEarlier = ([name]: Key, [other]: Key) =>
  Buffer.compare(Buffer.from(String(name)), Buffer.from(String(other))) < 0;

const isBeyond = ({ direction }: Search, place: RawBuilder<unknown>, after: Key) =>
  sql<boolean>`${place} ${sql.raw(direction === 'desc' ? '<' : '>')} (${after[0]}, ${after[1]})`;

function inOrder(search: Search, { after, before }: Stretch) {
  const { db, order, direction, wanted } = search;
  let query = db
    .selectFrom('users')
    .select([`${ORDERS[order]} as value`, 'id'])
    .orderBy(ORDERS[order], direction)
    .orderBy('id', direction);
  if (isSetAside(wanted.standing)) query = query.where(statusIs(db, wanted.standing));
  if (after !== null) query = query.where(isBeyond(search, sql`(${sql.ref(ORDERS[order])}, id)`, after));
  return before === undefined ? query : query.where('name_key', '<', before);
}

/** Reads sort keys of all matches, but full rows for one page only. */
async function pageOfFew(
  search: Search,
  few: Few,
  [stage, after]: readonly [Stage, Key | null],
  limit: number,
  before: readonly UserListRow[] = [],
): Promise<UserPage> {
  const { db, order, text } = search;
  const value = sql.ref<string | number>(`users.${ORDERS[order]}`);
  const section =
    text === ''
      ? sql<number>`${sql.lit(SECTION.others)}`
      : sql<number>`case when name_key >= ${text} and name_key < ${text + LAST}
          then ${sql.lit(SECTION.first)} else ${sql.lit(SECTION.others)} end`;
  const direction = sql.raw(search.direction);
  let matching = eachOf(db, few.ids)
    .select([value.as('value'), 'users.id as user_id', section.as('section')])
    .where(allOf(wantedOf(search, few)))
    .orderBy(sql`section, value ${direction}, user_id ${direction}`)
    .limit(limit + 1);
  const isOther = sql<boolean>`${section} = ${sql.lit(SECTION.others)}`;
  if (stage !== 'first') matching = matching.where(isOther);
  if (after !== null) {
    const isFurther = isBeyond(search, sql`(${value}, users.id)`, after);
    matching = matching.where(stage === 'first' ? sql<boolean>`(${isOther} or ${isFurther})` : isFurther);
  }
  const found = await shown(search, matching);
  const users = found.slice(0, limit);
  const last = users.at(-1);
  if (last === undefined || found.length <= limit) return page([...before, ...users], null);
  return page([...before, ...users], [last.section === SECTION.first ? 'first' : 'others', keyOf(last)]);
}

function nextMatching(search: Search, conditions: readonly RawBuilder<boolean>[], stretch: Stretch, limit: number) {
  const { db, direction } = search;
  const list = inOrder(search, stretch);
  // Limit before filtering: PostgreSQL would plan for the whole list and, with stale statistics, sort the table.
  const lookedAt =
    conditions.length === 0 ? list.limit(limit) : list.select(['status', 'role', 'search']).limit(lookAt(search));
  return db
    .selectFrom(lookedAt.as('users'))
    .select(['users.value', 'users.id as user_id', sql.lit(SECTION.others).as('section')])
    .where(allOf(conditions))
    .orderBy('users.value', direction)
    .orderBy('users.id', direction)
    .limit(limit);
}

const lastLookedAt = (search: Search, stretch: Stretch) =>
  search.db
    .selectFrom(
      inOrder(search, stretch)
        .limit(1)
        .offset(lookAt(search) - 1)
        .as('users'),
    )
    .select(['users.value', 'users.id as user_id', sql.lit(SECTION.end).as('section')]);

async function alongOrder(
  search: Search,
  conditions: readonly RawBuilder<boolean>[],
  stretch: Stretch,
  limit: number,
): Promise<Found> {
  const matching = nextMatching(search, conditions, stretch, limit);
  // One statement, because a user inserted between two would be skipped.
  const named =
    conditions.length === 0
      ? matching
      : sql`(select * from ${matching} as matching union all select * from ${lastLookedAt(search, stretch)} as last)`;
  const rows = await shown(search, named);
  const users = rows.filter(({ section }) => section !== SECTION.end);
  const last = users.length === limit ? users.at(-1) : rows.find(({ section }) => section === SECTION.end);
  return { users, end: last === undefined ? null : keyOf(last) };
}

/** The index covers words, status and role; being online needs a lookup per row. */
function lookAt({ wanted, words, bounds }: Search): number {
  const most = wanted.standing === 'online' || wanted.standing === 'offline' ? bounds.sessions : bounds.users;
  return Math.ceil(most / Math.max(1, words.length / bounds.wordsAtOnce));
}

interface Few {
  readonly ids: Expression<unknown>;
  readonly areOnline: boolean;
}

const wantedOf = ({ db, wanted, words, now }: Search, { areOnline }: Few) =>
  areOnline
    ? [...isWanted(db, { role: wanted.role }, words, now), statusIs(db, 'online')]
    : isWanted(db, wanted, words, now);

async function findFew({ db, wanted, words, sample, bounds, now }: Search): Promise<Few | null> {
  if (wanted.standing === 'online') {
    const sessions = onlineSessions(db, now);
    if (await areAtMost(db, bounds.fewOnline, sessions))
      return { ids: sessions.select('user_id').distinct(), areOnline: true };
  }
  if (wanted.role !== undefined && wanted.role !== 'user') {
    const staff = db.selectFrom('users').where(isOfStaff(db, wanted.role));
    if (await areAtMost(db, bounds.fewStaff, staff)) return { ids: staff.select('id as user_id'), areOnline: false };
  }
  const ids = words.length === 0 ? null : await fewWithParts(db, words, await sample(), bounds.fewWithParts);
  return ids && { ids: namedIds(db, ids), areOnline: false };
}

/** Counting, then searching again, is faster than sending hundreds of ids. */
async function areAtMost(db: Db, most: number, rows: SelectQueryBuilder<Tables, 'users' | 'sessions', object>) {
  const { count } = await db
    .selectFrom(
      rows
        .select(sql`1`.as('one'))
        .limit(most + 1)
        .as('counted'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count <= most;
}

/** Counted once per search, so it may scan more than a page. */
const COUNTED_MAX = 10_000;
const LOOKED_AT_TO_COUNT = { users: 10_000, sessions: 5_000 };

export async function countMatches(
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
    const matching = await eachOf(db, few.ids)
      .select('users.id')
      .where(allOf(wantedOf(search, few)))
      .execute();
    return { count: matching.length, more: false };
  }
  const everybody = { after: null };
  const last = conditions.length === 0 ? undefined : await lastLookedAt(search, everybody).executeTakeFirst();
  const { count } = await db
    .selectFrom(nextMatching(search, conditions, everybody, COUNTED_MAX + 1).as('counted'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, COUNTED_MAX), more: count > COUNTED_MAX || last !== undefined };
}
