import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { displayName } from '../../db/queries.ts';
import type { Db, RedirectRow, Trx } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import type { TimeCursor } from '../../http/cursor.ts';

const redirectGone = () => new HttpError('redirect_gone', 'This redirect has been delivered or removed already.');

/** Oldest first: of two of a kind the later one counts. All of them, or those of one user. */
export function redirectsOf(db: Db, userId?: string): Promise<RedirectRow[]> {
  const rows = db.selectFrom('redirects').selectAll().orderBy('created_at');
  return (userId === undefined ? rows : rows.where('user_id', '=', userId)).execute();
}

/** Newest first, with the name of the user it is for. */
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

/** Of several processes one deletes the row. */
export async function deleteRedirect(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('redirects').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const takeOut = (trx: Trx, id: string): Promise<RedirectRow> =>
  trx.deleteFrom('redirects').where('id', '=', id).returningAll().executeTakeFirstOrThrow(redirectGone);

export const takeOutForUser = prepared<{ userId: string; destination: string }, RedirectRow>(
  (db, { userId, destination }) =>
    db.deleteFrom('redirects').where('user_id', '=', userId).where('destination_path', '=', destination).returningAll(),
);

/** A newer redirect of a user takes the place of an older one that is as persistent as it is. */
export async function replaceForUsers(trx: Trx, rows: readonly RedirectRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const userIds = rows.map(({ user_id }) => user_id);
  const older = trx.deleteFrom('redirects').where('user_id', 'in', userIds);
  await older.where('is_persistent', '=', first.is_persistent).execute();
  await trx.insertInto('redirects').values(rows).execute();
}

/** Whether this is the first delivery since the user signed in, on any process. */
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
