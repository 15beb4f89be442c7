import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Action, GUEST_ACTIONS } from '../../../../contract/log/activity.rules.ts';
import type { ActivityFilter, ActivityQuery } from '../../../../contract/log/activity.ts';
import { containsText, isPostgres, searchedText } from '../../../db/queries.ts';
import type { ActivityRow, Db, Tables } from '../../../db/tables.ts';
import { type PageByTime, searchByTime } from '../../../http/cursor.ts';
import { searchable } from '../../../text/names.ts';

type Narrowed = Pick<ActivityQuery, 'from' | 'to'> & { readonly filter: ActivityFilter | 'guests' };

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

const actionsOf = ({ filter }: Narrowed): readonly (Action | null)[] => (filter === 'all' ? [null] : ACTIONS[filter]);

export function searchActivity(db: Db, query: Query): Promise<PageByTime<ActivityRow>> {
  const text = searchedText(query.q);
  const all = actionsOf(query).map((action) => narrowed(db, query, action).selectAll('activity'));
  const narrow = (entries: Entries) => containing(entries, db, text, query.emailHash);
  return searchByTime('activity', all, query, text === '' ? null : narrow);
}

function narrowed(db: Db, { from, to }: Narrowed, action: Action | null) {
  let entries = db.selectFrom('activity');
  if (action !== null) entries = entries.where('activity.action', '=', action);
  if (from !== undefined) entries = entries.where('activity.created_at', '>=', Date.parse(from));
  if (to !== undefined) entries = entries.where('activity.created_at', '<', Date.parse(to));
  return entries;
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
  actionsOf(those).map((action) =>
    narrowed(db, those, action).select('activity.created_at').orderBy('activity.created_at', 'desc'),
  );

type Entries = SelectQueryBuilder<Tables, 'activity', ActivityRow>;

/** Entries have ids only, so search names too. */
function containing(entries: Entries, db: Db, text: string, emailHash: string | undefined): Entries {
  const about = aboutId(db);
  return entries
    .leftJoin('users', 'users.id', 'activity.user_id')
    .leftJoin('former_users', 'former_users.id', 'activity.user_id')
    .leftJoin('users as about', (join) => join.on('about.id', '=', about))
    .leftJoin('former_users as former_about', (join) => join.on('former_about.id', '=', about))
    .where(contains(db, text, emailHash)) as unknown as Entries;
}

/** Only these actions can be about another account. */
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

/** Version 0.1 stored what a guest typed: a search would reveal what is masked. */
const isUnmasked = (db: Db) =>
  sql<boolean>`(activity.action = 'email_entry' and not ${containsText(db, sql.ref('activity.details'), '"addressHash":')})`;
