import { type Expression, sql } from 'kysely';
import { isPostgres } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { onlineSessions } from '../../sessions/sessions.ts';
import { userNotFound } from './policy.ts';

export const findUser = (db: Db | Trx, id: string): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(userNotFound);

/** A change by staff is no activity of the user. Only for users never seen does it move their place in the list. */
export const updatedByStaff = (now: number) => ({
  updated_at: now,
  active_at: sql<number>`case when signed_in_at is null then cast(${now} as bigint) else active_at end`,
});

export const lockUser = (trx: Trx, id: string): Promise<UserRow> =>
  trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow(userNotFound);

/** Selects the users in `named`, so that no planner scans the whole table. */
export function eachOf(db: Db, named: Expression<unknown>) {
  const each = isPostgres(db)
    ? sql<UserRow>`${named} as named
        cross join lateral (select * from users as one where one.id = named.user_id limit 1)`
    : sql<UserRow>`${named} as named cross join users`;
  return db.selectFrom(each.as('users')).where(sql<boolean>`users.id = named.user_id`);
}

export const namedIds = (db: Db, ids: readonly string[]): Expression<unknown> =>
  isPostgres(db)
    ? sql`(select unnest(${ids}::text[]) as user_id)`
    : sql`(select value as user_id from json_each(${JSON.stringify(ids)}))`;

export const findProfile = (db: Db, userId: string) =>
  db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function wasSeenLately(reader: Db, userId: string, now: number): Promise<boolean> {
  const session = await onlineSessions(reader, now).select('id').where('user_id', '=', userId).executeTakeFirst();
  return session !== undefined;
}

export const ownerOfSession = (trx: Trx, userId: string, sessionId: string) =>
  trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow(notFound);

export const signInsOf = (reader: Db, userId: string, most: number) =>
  reader
    .selectFrom('activity')
    .selectAll()
    .where('activity.user_id', '=', userId)
    .where('activity.action', 'in', ['login', 'logout', 'failed_login'])
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(most)
    .execute();
