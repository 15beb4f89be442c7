import { sql } from 'kysely';
import type { NotificationType } from '../../../contract/notifications.ts';
import { containsText, searchedText } from '../../db/queries.ts';
import type { Db, NotificationRow } from '../../db/tables.ts';
import { decodeCursor, nextByTime, TimeCursor } from '../../http/cursor.ts';

interface Query {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q: string;
  readonly type?: NotificationType | undefined;
}

/** Newest first. There are far fewer of them than of anything that they tell about. */
export async function searchNotifications(
  db: Db,
  { limit, cursor, q, type }: Query,
): Promise<{ rows: NotificationRow[]; next: string | null }> {
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
  const rows = await query.execute();
  return { rows, next: nextByTime(rows, limit) };
}
