import { sql } from 'kysely';
import { GUEST_ACTIONS } from '../../../contract/activity.rules.ts';
import { deleteOldest } from '../../db/queries.ts';
import type { Db, GuestRow, Trx } from '../../db/tables.ts';

/** Last seen first. */
export const guestsSeenSince = (db: Db, since: number, most: number): Promise<GuestRow[]> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('last_seen_at', '>', since)
    .orderBy('last_seen_at', 'desc')
    .limit(most)
    .execute();

/** Page views are added up, of everything else the newest counts; nothing is newer than `latest`. */
export async function putGuests(db: Db, rows: readonly GuestRow[], latest: number): Promise<void> {
  const newest = (column: string, by = 'viewed_at') =>
    sql<never>`case when excluded.${sql.ref(by)} >= guests.${sql.ref(by)} or guests.${sql.ref(by)} > ${latest}
      then excluded.${sql.ref(column)} else guests.${sql.ref(column)} end`;
  await db
    .insertInto('guests')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('ip_address').doUpdateSet({
        last_page: newest('last_page'),
        page_since: newest('page_since'),
        viewed_at: newest('viewed_at'),
        last_seen_at: newest('last_seen_at', 'last_seen_at'),
        page_views: sql`guests.page_views + excluded.page_views`,
        location: newest('location'),
        device: newest('device'),
      }),
    )
    .execute();
}

/** One batch; answers how many. */
export const deleteOldGuests = async (db: Db, before: number, most: number): Promise<number> =>
  (await deleteOldest(db, { table: 'guests', key: 'ip_address', time: 'last_seen_at', before }, most)).length;

const DELETED_AT_ONCE = 500;

/** Only what guests did: nobody deletes the trace of an admin here. Answers how many. */
export async function deleteGuestEntries(trx: Trx, ids: readonly string[]): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const { numDeletedRows } = await trx
      .deleteFrom('activity')
      .where('id', 'in', ids.slice(at, at + DELETED_AT_ONCE))
      .where('action', 'in', GUEST_ACTIONS)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
