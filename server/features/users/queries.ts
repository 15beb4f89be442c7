import { sql } from 'kysely';
import { isPostgres } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { onlineSessions } from '../../sessions/sessions.ts';
import { userNotFound } from './policy.ts';

export const findUser = (db: Db | Trx, id: string): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(userNotFound);

/**
 * Each of these users by their id, whatever else is asked of them, and one parameter, however many they are. It is written
 * so that neither database may look for them in another way, which could be through everybody.
 */
export function oneOf(db: Db, ids: readonly string[]) {
  const each = isPostgres(db)
    ? sql<UserRow>`unnest(${ids}::text[]) as named(user_id)
        cross join lateral (select * from users as one where one.id = named.user_id limit 1)`
    : sql<UserRow>`(select value as user_id from json_each(${JSON.stringify(ids)})) as named cross join users`;
  return db.selectFrom(each.as('users')).where(sql<boolean>`users.id = named.user_id`);
}

export const findProfile = (db: Db, userId: string) =>
  db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Those of these users who were seen lately. */
export async function onlineAmong(reader: Db, userIds: readonly string[], now: number): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await onlineSessions(reader, now).select('user_id').where('user_id', 'in', userIds).execute();
  return new Set(rows.map((row) => row.user_id));
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
