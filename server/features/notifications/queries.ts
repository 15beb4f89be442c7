import { sql } from 'kysely';
import type * as z from 'zod';
import { type listNotifications, NotificationType, type Severity } from '../../../contract/notifications.ts';
import { containsText, deleteOldest, searchedText } from '../../db/queries.ts';
import type { Db, NotificationRow, Trx } from '../../db/tables.ts';
import { decodeCursor, TimeCursor } from '../../http/cursor.ts';
import type { About } from './events.ts';

type Query = z.output<typeof listNotifications.query>;

const WARNINGS: readonly Severity[] = ['warning', 'error'];

/** Newest first, of these kinds; ringing ones are those of no silent type. There are far fewer of them than of anything that they tell about. */
export function searchNotifications(
  db: Db,
  { limit, cursor, q, type, only }: Query,
  kinds: readonly NotificationType[],
  silent: readonly NotificationType[] = [],
): Promise<NotificationRow[]> {
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
  if (kinds.length < NotificationType.options.length) query = query.where('type', 'in', kinds);
  if (type !== undefined) query = query.where('type', '=', type);
  if (only === 'warnings') query = query.where('severity', 'in', WARNINGS);
  if (only === 'ringing' && silent.length > 0) query = query.where('type', 'not in', silent);
  const text = searchedText(q);
  const everything = sql`title || ' ' || message || ' ' || coalesce(location, '') || ' ' || coalesce(ip_address, '')`;
  if (text !== '') query = query.where(containsText(db, everything, text));
  return query.execute();
}

export const findNotification = (db: Db, id: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();

export async function countUnread(db: Db): Promise<ReadonlyMap<NotificationType, number>> {
  const rows = await db
    .selectFrom('notifications')
    .select((row) => ['type' as const, row.fn.countAll<number>().as('count')])
    // As it stands in the index, which SQLite would not use for a parameter.
    .where('is_read', '=', sql.lit(0))
    .groupBy('type')
    .execute();
  return new Map(rows.map(({ type, count }) => [type, count]));
}

export async function countAll(db: Db, kinds: readonly NotificationType[]): Promise<number> {
  const all = db
    .selectFrom('notifications')
    .select((row) => row.fn.countAll<number>().as('count'))
    .$if(kinds.length < NotificationType.options.length, (query) => query.where('type', 'in', kinds));
  return (await all.executeTakeFirstOrThrow()).count;
}

const QUARTER_MS = 15 * 60_000;
const quarterOf = (at: number) => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/** One type of events, and how many of them there were a moment ago. */
interface Events {
  readonly type: NotificationType;
  readonly count: number;
  readonly at: number;
}

/**
 * By when they happened, because a group can go on for days. In the order of types: other processes change the same rows.
 */
export async function addToCounts(trx: Trx, events: readonly Events[]): Promise<void> {
  const byKey = Map.groupBy(events, ({ type, at }) => `${type}:${quarterOf(at)}`);
  const rows = [...byKey.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : {
          type: first.type,
          quarter: quarterOf(first.at),
          count: others.reduce((sum, { count }) => sum + count, first.count),
        },
  );
  rows.sort((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : one.quarter - other.quarter));
  for (const row of rows)
    await trx
      .insertInto('notification_counts')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['type', 'quarter']).doUpdateSet({ count: sql`notification_counts.count + ${row.count}` }),
      )
      .execute();
}

/** Events and not groups of them, from the beginning of a quarter of an hour on. */
export async function countSince(db: Db, type: NotificationType, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('notification_counts')
    .select((row) => row.fn.sum<number | null>('count').as('count'))
    .where('type', '=', type)
    .where('quarter', '>=', quarterOf(since))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

export async function deleteOldCounts(db: Db, before: number): Promise<void> {
  await db.deleteFrom('notification_counts').where('quarter', '<', before).execute();
}

const unread = (db: Db) => db.updateTable('notifications').set({ is_read: 1 }).where('is_read', '=', sql.lit(0));

export async function markAsRead(db: Db, id: string): Promise<void> {
  await unread(db).where('id', '=', id).execute();
}

/** All of these kinds, but for what this admin did. */
export async function markAllAsRead(db: Db, kinds: readonly NotificationType[], butOf: string | null): Promise<void> {
  const all = unread(db).where('type', 'in', kinds);
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
  { count, message, about, at }: { count: number; message: string; about: About; at: number },
): Promise<NotificationRow | undefined> =>
  trx
    .updateTable('notifications')
    .set((row) => ({
      count: row('count', '+', count),
      message,
      is_read: 0,
      created_at: at,
      about_kind: about.kind,
      // One guest or user, or several.
      about_id: sql<string | null>`case when about_id = ${about.id} then about_id end`,
    }))
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
