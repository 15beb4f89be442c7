import { sql } from 'kysely';
import type * as z from 'zod';
import type { listNotifications, NotificationType } from '../../../contract/notifications.ts';
import { containsText, deleteOldest, searchedText } from '../../db/queries.ts';
import type { Db, NotificationRow, Trx } from '../../db/tables.ts';
import { decodeCursor, TimeCursor } from '../../http/cursor.ts';

type Query = z.output<typeof listNotifications.query>;

/** Newest first. There are far fewer of them than of anything that they tell about. */
export function searchNotifications(db: Db, { limit, cursor, q, type }: Query): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notifications')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (cursor !== undefined) {
    const [at, id] = decodeCursor(TimeCursor, cursor);
    query = query.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
  }
  if (type !== undefined) query = query.where('type', '=', type);
  const text = searchedText(q);
  const everything = sql`title || ' ' || message || ' ' || coalesce(location, '') || ' ' || coalesce(ip_address, '')`;
  if (text !== '') query = query.where(containsText(db, everything, text));
  return query.execute();
}

export const findNotification = (db: Db, id: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();

const counted = (db: Db) => db.selectFrom('notifications').select((row) => row.fn.countAll<number>().as('count'));

export const countUnread = async (db: Db) =>
  (await counted(db).where('is_read', '=', 0).executeTakeFirstOrThrow()).count;

export const countAll = async (db: Db) => (await counted(db).executeTakeFirstOrThrow()).count;

export const countSince = async (db: Db, type: NotificationType, since: number) =>
  (await counted(db).where('type', '=', type).where('created_at', '>=', since).executeTakeFirstOrThrow()).count;

const unread = (db: Db) => db.updateTable('notifications').set({ is_read: 1 }).where('is_read', '=', 0);

export async function markAsRead(db: Db, id: string): Promise<void> {
  await unread(db).where('id', '=', id).execute();
}

/** All of them, but for what this admin did. */
export async function markAllAsRead(db: Db, butOf: string | null): Promise<void> {
  const all = unread(db);
  await (butOf === null ? all : all.where(sql<boolean>`coalesce(caused_by, '') <> ${butOf}`)).execute();
}

/**
 * The notification that another process, or this one before its start, has begun for the same group. Not one from before
 * the clock was set back, which would lie ahead.
 */
export async function findGroup(trx: Trx, groupKey: string, during: { from: number; to: number }) {
  const row = await trx
    .selectFrom('notifications')
    .select('id')
    .where('group_key', '=', groupKey)
    .where('created_at', '>', during.from)
    .where('created_at', '<', during.to)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Unread again, with what happened last. Undefined when it has been deleted meanwhile. */
export const addToGroup = (
  trx: Trx,
  id: string,
  { count, message, at }: { count: number; message: string; at: number },
): Promise<NotificationRow | undefined> =>
  trx
    .updateTable('notifications')
    .set((row) => ({ count: row('count', '+', count), message, is_read: 0, created_at: at }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** One batch of one type; answers how many. */
export async function deleteOldNotifications(
  db: Db,
  type: NotificationType,
  before: number,
  most: number,
): Promise<number> {
  const where = sql<boolean>`type = ${type}`;
  return (await deleteOldest(db, { table: 'notifications', key: 'id', time: 'created_at', before, where }, most))
    .length;
}
