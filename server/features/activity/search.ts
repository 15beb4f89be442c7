import { type RawBuilder, sql } from 'kysely';
import { type Action, GUEST_ACTIONS } from '../../../contract/activity.rules.ts';
import type { ActivityFilter, ActivityQuery } from '../../../contract/activity.ts';
import { containsText, displayName, searchedText } from '../../db/queries.ts';
import type { ActivityRow, Db } from '../../db/tables.ts';
import { decodeCursor, encodeCursor, TimeCursor } from '../../http/cursor.ts';
import { searchable } from '../../names.ts';

export interface NamedActivity extends ActivityRow {
  readonly user_name: string | null;
}

export interface ActivityPage {
  readonly entries: NamedActivity[];
  /** Null on the last page. A page with a cursor may be short: then the search has not come to the end yet. */
  readonly next: string | null;
}

type Query = Omit<ActivityQuery, 'filter'> & {
  readonly filter: ActivityFilter | 'guests';
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Of the address that is searched for, where it is one. */
  readonly addressHash?: string;
};

const ACTIONS: Record<Exclude<Query['filter'], 'all'>, readonly Action[]> = {
  guests: GUEST_ACTIONS,
  login: ['login', 'logout'],
  failed: ['failed_login', 'code_failed'],
  page_view: ['page_view'],
  admin_redirect: ['admin_redirect', 'redirect'],
};

type Place = TimeCursor;

/** How many entries one request looks through at most when it searches. */
const LOOK_AT = 5_000;

interface Found {
  readonly entries: NamedActivity[];
  /** How far back it has looked; null when there is nothing further back. */
  readonly end: Place | null;
}

/** Newest first; a search looks through a bounded number of entries and can be gone on with. */
export async function searchActivity(db: Db, query: Query): Promise<ActivityPage> {
  const after = query.cursor === undefined ? null : decodeCursor(TimeCursor, query.cursor);
  const actions = query.filter === 'all' ? [null] : ACTIONS[query.filter];
  // One action after the other, so that each is read along its index, however rare it is.
  const found: Found[] = [];
  for (const action of actions) found.push(await look(db, query, action, after));
  return merged(found, query.limit);
}

/** Two lists are complete together only as far back as both have looked. */
function merged(found: readonly Found[], limit: number): ActivityPage {
  const ends = found.flatMap(({ end }) => (end === null ? [] : [end])).sort(newestFirst);
  const end = ends[0];
  const entries = found
    .flatMap((list) => list.entries)
    .filter((entry) => end === undefined || newestFirst(placeOf(entry), end) <= 0)
    .sort((one, other) => newestFirst(placeOf(one), placeOf(other)));
  if (entries.length <= limit) return { entries, next: end === undefined ? null : encodeCursor(end) };
  const page = entries.slice(0, limit);
  return { entries: page, next: encodeCursor(placeOf(page.at(-1) as NamedActivity)) };
}

const placeOf = (entry: NamedActivity): Place => [entry.created_at, entry.id];

const newestFirst = ([time, id]: Place, [otherTime, otherId]: Place) =>
  otherTime - time || (id < otherId ? 1 : id > otherId ? -1 : 0);

async function look(db: Db, query: Query, action: Action | null, after: Place | null): Promise<Found> {
  const text = searchedText(query.q);
  const { limit } = query;
  let looking = entriesAfter(db, query, action, after).limit(limit);
  let end: Place | null = null;
  if (text !== '') {
    const [last] = await placesAfter(db, query, action, after)
      .limit(1)
      .offset(LOOK_AT - 1)
      .execute();
    looking = looking.where(contains(db, text, query.addressHash));
    if (last !== undefined) {
      end = [last.created_at, last.id];
      looking = looking.where(sql<boolean>`(activity.created_at, activity.id) >= (${end[0]}, ${end[1]})`);
    }
  }
  const entries = await looking.execute();
  const last = entries.at(-1);
  return { entries, end: last !== undefined && entries.length === limit ? placeOf(last) : end };
}

/** Along the index on time, or on action and time. */
function placesAfter(db: Db, { from, to }: Query, action: Action | null, after: Place | null) {
  let places = db
    .selectFrom('activity')
    .select(['activity.created_at', 'activity.id'])
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc');
  if (action !== null) places = places.where('activity.action', '=', action);
  if (from !== undefined) places = places.where('activity.created_at', '>=', Date.parse(from));
  if (to !== undefined) places = places.where('activity.created_at', '<', Date.parse(to));
  if (after !== null) {
    places = places.where(sql<boolean>`(activity.created_at, activity.id) < (${after[0]}, ${after[1]})`);
  }
  return places;
}

/** With the name that the account has now; entries keep ids, because names change. */
const entriesAfter = (db: Db, query: Query, action: Action | null, after: Place | null) =>
  placesAfter(db, query, action, after)
    .leftJoin('users', 'users.id', 'activity.user_id')
    .selectAll('activity')
    .select(displayName.as('user_name'));

/** What a browser in the guest flow did, and what staff did to it, newest first. */
export const activityOfGuest = (db: Db, guestId: string, most: number): Promise<NamedActivity[]> =>
  db
    .selectFrom('activity')
    .leftJoin('users', 'users.id', 'activity.user_id')
    .selectAll('activity')
    .select(displayName.as('user_name'))
    .where('activity.guest_id', '=', guestId)
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(most)
    .execute();

function contains(db: Db, text: string, addressHash: string | undefined): RawBuilder<boolean> {
  const found = (column: string, wanted = text) => containsText(db, sql.ref(column), wanted);
  const columns = ['user_id', 'actor_name', 'action', 'page', 'ip_address', 'location', 'device', 'user_agent'];
  const parts = [
    ...columns.map((column) => found(`activity.${column}`)),
    // JSON, in which quotes and backslashes are written differently.
    sql<boolean>`(${found('activity.details', JSON.stringify(text).slice(1, -1))} and not ${isUnmasked(db)})`,
    found('users.search', searchable(text) || text),
  ];
  if (addressHash !== undefined) {
    parts.push(found('activity.details', `"addressHash":"${addressHash}"`));
    parts.push(
      sql<boolean>`(${isUnmasked(db)} and lower(activity.details) = lower(${JSON.stringify({ email: text })}))`,
    );
  }
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/**
 * What a guest typed, as older versions kept it. It is found by the whole address and by no part of it: whoever searches for
 * one digit after the other would otherwise read what the presenter masks.
 */
const isUnmasked = (db: Db) =>
  sql<boolean>`(activity.action = 'email_entry' and not ${containsText(db, sql.ref('activity.details'), '"addressHash":')})`;
