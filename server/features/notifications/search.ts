import { sql } from 'kysely';
import type { NotificationType } from '../../../contract/notifications.ts';
import { isPostgres } from '../../db/dialect.ts';
import type { Db, NotificationRow } from '../../db/tables.ts';
import { decodeCursor, encodeCursor, TimeCursor } from '../../http/cursor.ts';

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
  const text = q
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  if (text !== '') {
    const everything = sql`lower(title || ' ' || message || ' ' || coalesce(location, '') || ' ' || coalesce(ip_address, ''))`;
    // Both in lower case by the database: SQLite knows of ASCII letters only, and would not find an "É" as it is written.
    query = query.where(
      isPostgres(db)
        ? sql<boolean>`strpos(${everything}, lower(${text}::text)) > 0`
        : sql<boolean>`instr(${everything}, lower(${text})) > 0`,
    );
  }
  const rows = await query.execute();
  const last = rows.at(-1);
  return { rows, next: last !== undefined && rows.length === limit ? encodeCursor([last.created_at, last.id]) : null };
}
