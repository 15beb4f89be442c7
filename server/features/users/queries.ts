import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { onlineSessions } from '../../sessions/sessions.ts';
import { userNotFound } from './policy.ts';

export const findUser = (db: Db | Trx, id: string): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(userNotFound);

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
    .select(['users.id', 'users.username'])
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
