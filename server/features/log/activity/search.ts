import { type RawBuilder, sql } from 'kysely';
import { type Action, GUEST_ACTIONS } from '../../../../contract/log/activity.rules.ts';
import type { ActivityFilter, ActivityQuery } from '../../../../contract/log/activity.ts';
import { containsText, isPostgres, searchedText } from '../../../db/queries.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import { decodeCursor, type Found, mergedByTime, placeOf, TimeCursor } from '../../../http/cursor.ts';
import { searchable } from '../../../text/names.ts';

export interface ActivityPage {
  readonly entries: ActivityRow[];
  /** Null on the last page. A short page with a cursor: the scan goes on there. */
  readonly next: string | null;
}

export type Narrowed = Pick<ActivityQuery, 'from' | 'to'> & { readonly filter: ActivityFilter | 'guests' };

type Query = Narrowed & {
  readonly q: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly emailHash?: string;
};

const ACTIONS: Record<Exclude<Query['filter'], 'all'>, readonly Action[]> = {
  guests: GUEST_ACTIONS,
  login: ['login', 'logout'],
  failed: ['failed_login', 'code_failed'],
  page_view: ['page_view'],
  admin_redirect: ['admin_redirect', 'redirect'],
};

/** One action at a time, each along its index; null for all. */
const actionsOf = ({ filter }: Narrowed): readonly (Action | null)[] => (filter === 'all' ? [null] : ACTIONS[filter]);

type Place = TimeCursor;

const LOOK_AT = 5_000;

export async function searchActivity(db: Db, query: Query): Promise<ActivityPage> {
  const after = query.cursor === undefined ? null : decodeCursor(TimeCursor, query.cursor);
  const found: Found<ActivityRow>[] = [];
  for (const action of actionsOf(query)) found.push(await look(db, query, action, after));
  const { rows: entries, next } = mergedByTime(found, query.limit);
  return { entries, next };
}

async function look(db: Db, query: Query, action: Action | null, after: Place | null): Promise<Found<ActivityRow>> {
  const text = searchedText(query.q);
  const { limit } = query;
  const places = placesAfter(db, query, action, after);
  const [last] =
    text === ''
      ? []
      : await places
          .limit(1)
          .offset(LOOK_AT - 1)
          .execute();
  const end: Place | null = last === undefined ? null : [last.created_at, last.id];
  let looking = places.selectAll('activity').limit(limit);
  if (end !== null) looking = looking.where(sql<boolean>`(activity.created_at, activity.id) >= (${end[0]}, ${end[1]})`);
  const rows = await (text === '' ? looking : containing(looking, db, text, query.emailHash)).execute();
  const oldest = rows.at(-1);
  return { rows, end: oldest !== undefined && rows.length === limit ? placeOf(oldest) : end };
}

function narrowed(db: Db, { from, to }: Narrowed, action: Action | null) {
  let entries = db.selectFrom('activity').orderBy('activity.created_at', 'desc');
  if (action !== null) entries = entries.where('activity.action', '=', action);
  if (from !== undefined) entries = entries.where('activity.created_at', '>=', Date.parse(from));
  if (to !== undefined) entries = entries.where('activity.created_at', '<', Date.parse(to));
  return entries;
}

function placesAfter(db: Db, query: Narrowed, action: Action | null, after: Place | null) {
  const places = narrowed(db, query, action)
    .select(['activity.created_at', 'activity.id'])
    .orderBy('activity.id', 'desc');
  if (after === null) return places;
  return places.where(sql<boolean>`(activity.created_at, activity.id) < (${after[0]}, ${after[1]})`);
}

export const findEntry = (db: Db, id: string): Promise<ActivityRow[]> =>
  db.selectFrom('activity').selectAll().where('id', '=', id).execute();

export const activityOfGuest = (db: Db, guestId: string, most: number): Promise<ActivityRow[]> =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('activity.guest_id', '=', guestId)
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(most)
    .execute();

export const timesOf = (db: Db, those: Narrowed) =>
  actionsOf(those).map((action) => narrowed(db, those, action).select('activity.created_at'));

type Looking = ReturnType<typeof placesAfter>;

/** Also by present and former names: entries keep only ids. */
function containing<Entries extends Looking>(
  entries: Entries,
  db: Db,
  text: string,
  emailHash: string | undefined,
): Entries {
  const about = aboutId(db);
  return entries
    .leftJoin('users', 'users.id', 'activity.user_id')
    .leftJoin('former_users', 'former_users.id', 'activity.user_id')
    .leftJoin('users as about', (join) => join.on('about.id', '=', about))
    .leftJoin('former_users as former_about', (join) => join.on('former_about.id', '=', about))
    .where(contains(db, text, emailHash)) as unknown as Entries;
}

/** Only these two actions are about another account: parse no others. */
const aboutId = (db: Db): RawBuilder<string | null> => {
  const user = isPostgres(db) ? sql`activity.details::json ->> 'user'` : sql`json_extract(activity.details, '$.user')`;
  return sql`case when activity.action in ('profile_update', 'admin_redirect') then ${user} end`;
};

const FORMER_COLUMNS = ['former_users.name', 'former_users.username', 'former_about.name'];

function contains(db: Db, text: string, emailHash: string | undefined): RawBuilder<boolean> {
  const found = (column: string, wanted = text) => containsText(db, sql.ref(column), wanted);
  const columns = ['user_id', 'actor_name', 'action', 'page', 'ip_address', 'location', 'device', 'user_agent'];
  const parts = [
    ...[...columns.map((column) => `activity.${column}`), ...FORMER_COLUMNS].map((column) => found(column)),
    sql<boolean>`(${found('activity.details', JSON.stringify(text).slice(1, -1))} and not ${isUnmasked(db)})`,
    ...['users.search', 'about.search'].map((column) => found(column, searchable(text) || text)),
  ];
  if (emailHash !== undefined) {
    parts.push(found('activity.details', `"addressHash":"${emailHash}"`));
    parts.push(
      sql<boolean>`(${isUnmasked(db)} and lower(activity.details) = lower(${JSON.stringify({ email: text })}))`,
    );
  }
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/**
 * Version 0.1 stored what a guest typed. Only the whole email address finds it: searching digit by digit would reveal
 * what the presenter masks.
 */
const isUnmasked = (db: Db) =>
  sql<boolean>`(activity.action = 'email_entry' and not ${containsText(db, sql.ref('activity.details'), '"addressHash":')})`;
