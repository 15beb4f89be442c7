import { sql } from 'kysely';
import type { RedirectFilter } from '../../../contract/redirects/redirects.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { onlineSessions } from '../../sessions/sessions.ts';

/** Users, not staff: the admin who redirects everybody wants to stay. */
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
