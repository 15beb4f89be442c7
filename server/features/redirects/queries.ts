import { sql } from 'kysely';
import type { RedirectFilter } from '../../../contract/redirects/redirects.ts';
import { prepared } from '../../db/prepared.ts';
import { displayName } from '../../db/queries.ts';
import type { Db, RedirectRow, Trx, UserRow } from '../../db/tables.ts';
import type { TimeCursor } from '../../http/cursor.ts';
import { onlineSessions } from '../../sessions/sessions.ts';

/** Oldest first: of two of a kind, the later one counts. */
export function redirectsOf(db: Db, userId?: string): Promise<RedirectRow[]> {
  const rows = db.selectFrom('redirects').selectAll().orderBy('created_at');
  return (userId === undefined ? rows : rows.where('user_id', '=', userId)).execute();
}

const listed = (db: Db) =>
  db
    .selectFrom('redirects')
    .leftJoin('users', 'users.id', 'redirects.user_id')
    .selectAll('redirects')
    .select([displayName.as('user_name'), 'users.role as user_role'])
    .orderBy('redirects.created_at', 'desc')
    .orderBy('redirects.id', 'desc');

export const listedRedirect = (db: Db, id: string) => listed(db).where('redirects.id', '=', id).executeTakeFirst();

export const redirectsAfter = (db: Db, after: TimeCursor | null, limit: number) => {
  const rows = listed(db).limit(limit);
  if (after === null) return rows.execute();
  return rows.where(sql<boolean>`(redirects.created_at, redirects.id) < (${after[0]}, ${after[1]})`).execute();
};

/** Only one of several processes gets the row. */
export const takeOut = (trx: Trx, id: string): Promise<RedirectRow | undefined> =>
  trx.deleteFrom('redirects').where('id', '=', id).returningAll().executeTakeFirst();

export const takeOutForUser = prepared<{ userId: string; destination: string }, RedirectRow>(
  (db, { userId, destination }) =>
    db.deleteFrom('redirects').where('user_id', '=', userId).where('destination_path', '=', destination).returningAll(),
);

/** Replaces an older one with the same persistence. */
export async function replaceForUsers(trx: Trx, rows: readonly RedirectRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const userIds = rows.map(({ user_id }) => user_id);
  const older = trx.deleteFrom('redirects').where('user_id', 'in', userIds);
  await older.where('is_persistent', '=', first.is_persistent).execute();
  await trx.insertInto('redirects').values(rows).execute();
}

/** True for the first delivery since the sign-in, across all processes. */
export async function markDelivered(trx: Trx, id: string, signedInAt: number, at: number): Promise<boolean> {
  const marked = await trx
    .updateTable('redirects')
    .set({ delivered_at: at })
    .where('id', '=', id)
    .where(sql<boolean>`(delivered_at is null or delivered_at < ${signedInAt})`)
    .returning('id')
    .execute();
  return marked.length === 1;
}

/** Not staff: an admin who redirects everyone stays. */
export async function matchingUsers(
  db: Db | Trx,
  filter: RedirectFilter,
  now: number,
  most: number,
): Promise<Pick<UserRow, 'id' | 'username' | 'role'>[]> {
  const users = db
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.role'])
    .where('users.role', '=', 'user')
    .limit(most);
  switch (filter) {
    case 'online':
      return users.where('users.id', 'in', onlineSessions(db, now).select('user_id')).execute();
    case 'incomplete_profile':
      return users
        .leftJoin('profiles', 'profiles.user_id', 'users.id')
        .where('profiles.completed_at', 'is', null)
        .execute();
    case 'needs_auth':
      return users.where('users.status', '=', sql.lit('needs_auth')).execute();
    case 'logged_in_today':
      return users
        .where(
          'users.id',
          'in',
          db
            .selectFrom('activity')
            .select('user_id')
            .where('action', '=', 'login')
            .where('created_at', '>=', new Date(now).setHours(0, 0, 0, 0))
            .where('user_id', 'is not', null)
            .$narrowType<{ user_id: string }>(),
        )
        .execute();
  }
}
