import { type Expression, sql } from 'kysely';
import { isPostgres } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { onlineSessions } from '../../sessions/sessions.ts';
import { userNotFound } from './policy.ts';

export const findUser = (db: Db | Trx, id: string): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(userNotFound);

/**
 * Each of the users whom a query names by their `user_id`, whatever else is asked of them. It is written so that neither
 * database may look for them in another way, which could be through everybody.
 */
export function eachOf(db: Db, named: Expression<unknown>) {
  const each = isPostgres(db)
    ? sql<UserRow>`${named} as named
        cross join lateral (select * from users as one where one.id = named.user_id limit 1)`
    : sql<UserRow>`${named} as named cross join users`;
  return db.selectFrom(each.as('users')).where(sql<boolean>`users.id = named.user_id`);
}

/** Ids that are known already, for `eachOf`: one parameter, however many they are. */
export const namedIds = (db: Db, ids: readonly string[]): Expression<unknown> =>
  isPostgres(db)
    ? sql`(select unnest(${ids}::text[]) as user_id)`
    : sql`(select value as user_id from json_each(${JSON.stringify(ids)}))`;

export const findProfile = (db: Db, userId: string) =>
  db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Whether somebody was seen lately. */
export async function wasSeenLately(reader: Db, userId: string, now: number): Promise<boolean> {
  const session = await onlineSessions(reader, now).select('id').where('user_id', '=', userId).executeTakeFirst();
  return session !== undefined;
}

/** The user whose session this is, if it is one of that user. */
export const ownerOfSession = (trx: Trx, userId: string, sessionId: string) =>
  trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow(notFound);

/** The latest sign-ins, sign-outs and failed sign-ins. */
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
