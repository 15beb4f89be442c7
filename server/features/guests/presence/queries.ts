import { sql } from 'kysely';
import { GUEST_ACTIONS } from '../../../../contract/log/activity.rules.ts';
import { preparedRows } from '../../../db/prepared.ts';
import { deleteOldest } from '../../../db/queries.ts';
import type { Db, GuestRow, Trx } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { REMEMBERED_MAX } from './presence.ts';

export const guestsSeenSince = (db: Db, since: number, most: number): Promise<GuestRow[]> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('last_seen_at', '>', since)
    .orderBy('last_seen_at', 'desc')
    .limit(most)
    .execute();

/** Few sizes, because each is a prepared statement. */
const ROWS_OF_A_STATEMENT = [100, 10, 1];

const COLUMNS = [
  'id',
  'ip_address',
  'last_page',
  'page_since',
  'viewed_at',
  'page_views',
  'presence',
  'presence_since',
  'last_seen_at',
  'location',
  'device',
  'language',
] as const;

const putRows = preparedRows<GuestRow, { latest: number }>(COLUMNS, (db, rows, { latest }) => {
  const newest = (column: string, by = 'viewed_at') =>
    sql<never>`case when excluded.${sql.ref(by)} >= guests.${sql.ref(by)} or guests.${sql.ref(by)} > ${latest}
      then excluded.${sql.ref(column)} else guests.${sql.ref(column)} end`;
  return db
    .insertInto('guests')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ip_address: newest('ip_address', 'last_seen_at'),
        presence: newest('presence', 'presence_since'),
        presence_since: newest('presence_since', 'presence_since'),
        last_page: newest('last_page'),
        page_since: newest('page_since'),
        viewed_at: newest('viewed_at'),
        last_seen_at: newest('last_seen_at', 'last_seen_at'),
        page_views: sql`guests.page_views + excluded.page_views`,
        location: newest('location'),
        device: newest('device'),
        language: newest('language', 'last_seen_at'),
      }),
    );
});

/** Adds up page views; of the rest, the newest row wins. */
export async function putGuests(db: Db, rows: readonly GuestRow[], latest: number): Promise<void> {
  if (rows.length === 0) return;
  // Sorted, against deadlocks.
  const ordered = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await inTransaction(db, async (trx) => {
    for (let at = 0; at < ordered.length; ) {
      const count = ROWS_OF_A_STATEMENT.find((size) => size <= ordered.length - at) as number;
      await putRows(trx, ordered.slice(at, at + count), { latest });
      at += count;
    }
  });
}

export async function deleteCrowdedOut(db: Db, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('guests')
    .where('id', 'in', (guests) =>
      guests.selectFrom('guests').select('id').orderBy('last_seen_at', 'desc').limit(most).offset(REMEMBERED_MAX),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const deleteOldGuests = async (db: Db, before: number, most: number): Promise<number> =>
  (await deleteOldest(db, { table: 'guests', key: 'id', time: 'last_seen_at', before }, most)).length;

const DELETED_AT_ONCE = 500;

export async function deleteGuestEntries(trx: Trx, ids: readonly string[]): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const { numDeletedRows } = await trx
      .deleteFrom('activity')
      .where('id', 'in', ids.slice(at, at + DELETED_AT_ONCE))
      .where('action', 'in', GUEST_ACTIONS)
      .where('staff', '=', 0)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
