import { sql } from 'kysely';
import { displayName } from '../../db/display-name.ts';
import type { Db } from '../../db/tables.ts';

/** Newest first, with who it is about. */
export function redirectsAfter(db: Db, after: readonly [createdAt: number, id: string] | null) {
  let rows = db
    .selectFrom('redirects')
    .leftJoin('users', 'users.id', 'redirects.user_id')
    .selectAll('redirects')
    .select(displayName.as('user_name'))
    .orderBy('redirects.created_at', 'desc')
    .orderBy('redirects.id', 'desc');
  if (after !== null) {
    rows = rows.where(sql<boolean>`(redirects.created_at, redirects.id) < (${after[0]}, ${after[1]})`);
  }
  return rows;
}
