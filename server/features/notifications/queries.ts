import { sql } from 'kysely';
import type { NotificationType } from '../../../contract/notifications.ts';
import { deleteOldest } from '../../db/queries.ts';
import type { Db, NotificationRow, Trx } from '../../db/tables.ts';

export const newestNotifications = (db: Db, most: number): Promise<NotificationRow[]> =>
  db.selectFrom('notifications').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most).execute();

export const findNotification = (db: Db, id: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();

const counted = (db: Db) => db.selectFrom('notifications').select((row) => row.fn.countAll<number>().as('count'));

export const countUnread = async (db: Db) =>
  (await counted(db).where('is_read', '=', 0).executeTakeFirstOrThrow()).count;

export const countAll = async (db: Db) => (await counted(db).executeTakeFirstOrThrow()).count;

export const countSince = async (db: Db, type: NotificationType, since: number) =>
  (await counted(db).where('type', '=', type).where('created_at', '>=', since).executeTakeFirstOrThrow()).count;

/** All of them when no id is given. */
export async function markAsRead(db: Db, id: string | null): Promise<void> {
  const marking = db.updateTable('notifications').set({ is_read: 1 }).where('is_read', '=', 0);
  await (id === null ? marking : marking.where('id', '=', id)).execute();
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

/** One batch, of one type or of all; answers how many. */
export async function deleteOldNotifications(
  db: Db,
  type: NotificationType | null,
  before: number,
  most: number,
): Promise<number> {
  const where = type === null ? undefined : sql<boolean>`type = ${type}`;
  return (await deleteOldest(db, { table: 'notifications', key: 'id', time: 'created_at', before, where }, most))
    .length;
}
