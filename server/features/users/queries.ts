import { displayName } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { notFound } from '../../errors.ts';
import { userNotFound } from './policy.ts';

export const findUser = (db: Db | Trx, id: string): Promise<UserRow> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(userNotFound);

export const findProfile = (db: Db, userId: string) =>
  db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();

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
    .leftJoin('users', 'users.id', 'activity.user_id')
    .selectAll('activity')
    .select(displayName.as('user_name'))
    .where('activity.user_id', '=', userId)
    .where('activity.action', 'in', ['login', 'logout', 'failed_login'])
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(most)
    .execute();
