import { type SelectQueryBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { type listNotifications, NotificationType } from '../../../contract/notifications/notifications.ts';
import { containsText, deleteOldest, searchedText } from '../../db/queries.ts';
import type { Db, NotificationRow, Tables, Trx } from '../../db/tables.ts';
import { type PageByTime, searchByTime } from '../../http/cursor.ts';
import { COUNTABLE_OF_A_KIND, type Numbered, type ReadState } from './countable.ts';

type Query = z.output<typeof listNotifications.query>;

export function searchNotifications(
  db: Db,
  { type, only, q, ...page }: Query,
  kinds: readonly NotificationType[],
  silent: readonly NotificationType[] = [],
): Promise<PageByTime<NotificationRow>> {
  const wanted = kinds.filter(
    (kind) => (type === undefined || kind === type) && !(only === 'ringing' && silent.includes(kind)),
  );
  const isEveryKind = wanted.length === NotificationType.options.length;
  const text = searchedText(q);
  const conditions = [
    ...(only === 'warnings' && !isEveryKind ? [sql<boolean>`type in (${sql.join(wanted)})`] : []),
    ...(text === '' ? [] : [containsText(db, EVERYTHING, text)]),
  ];
  const narrow = (rows: Rows) => conditions.reduce((narrowed, condition) => narrowed.where(condition), rows);
  return searchByTime('notifications', along(db, wanted, only), page, conditions.length === 0 ? null : narrow);
}

const EVERYTHING = sql`title || ' ' || message || ' ' || coalesce(location, '') || ' ' || coalesce(ip_address, '')`;

type Rows = SelectQueryBuilder<Tables, 'notifications', NotificationRow>;

function along(db: Db, wanted: readonly NotificationType[], only: Query['only']): readonly Rows[] {
  const rows = db.selectFrom('notifications').selectAll();
  if (wanted.length === 0) return [];
  // Must match the index's condition.
  if (only === 'warnings') return [rows.where(sql<boolean>`severity in ('warning', 'error')`)];
  if (wanted.length === NotificationType.options.length) return [rows];
  return wanted.map((kind) => rows.where('type', '=', kind));
}

export const findNotification = (db: Db, id: string): Promise<NotificationRow | undefined> =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();

export const findCountable = (db: Db, type: NotificationType): Promise<Numbered[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'seq'])
    .where('type', '=', type)
    .where('seq', '>', 0)
    .orderBy('seq', 'desc')
    .limit(COUNTABLE_OF_A_KIND)
    .execute();

export async function countAll(db: Db, kinds: readonly NotificationType[]): Promise<number> {
  const { total } = await db
    .selectFrom('notification_totals')
    .select((row) => row.fn.sum<number | null>('total').as('total'))
    .where('type', 'in', kinds)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** Counts like the list: a group is one. */
export async function countSince(db: Db, type: NotificationType, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('type', '=', type)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the last of `count` numbers. Call it first, because its lock keeps numbers in commit order. */
export async function takeNumbers(trx: Trx, count: number): Promise<number> {
  const { last } = await trx
    .insertInto('notification_seq')
    .values({ id: 1, last: count })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last: sql`notification_seq.last + ${count}` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function findReadState(db: Db, userId: string): Promise<ReadState | undefined> {
  const marked = await db
    .selectFrom('users')
    .leftJoin('notification_marks', 'notification_marks.user_id', 'users.id')
    .select('mark')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (marked === undefined) return undefined;
  const reads = await db
    .selectFrom('notification_reads')
    .select(['seq', 'type'])
    .where('user_id', '=', userId)
    .execute();
  return { mark: marked.mark ?? 0, above: new Map(reads.map(({ seq, type }) => [seq, type])) };
}

export async function readOne(
  trx: Trx,
  userId: string,
  { seq, type }: Pick<NotificationRow, 'seq' | 'type'>,
): Promise<void> {
  await trx
    .insertInto('notification_reads')
    .values({ user_id: userId, seq, type })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readAll(trx: Trx, userId: string): Promise<void> {
  const last = trx.selectFrom('notification_seq').select('last').where('id', '=', 1);
  const { last: mark } = (await last.executeTakeFirst()) ?? { last: 0 };
  await trx
    .insertInto('notification_marks')
    .values({ user_id: userId, mark })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ mark }).where('notification_marks.mark', '<', mark),
    )
    .execute();
  await trx.deleteFrom('notification_reads').where('user_id', '=', userId).where('seq', '<=', mark).execute();
}

export async function deleteLapsedReads(db: Db): Promise<void> {
  await db
    .deleteFrom('notification_reads')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications')
            .select('id')
            .whereRef('notifications.type', '=', 'notification_reads.type')
            .whereRef('notifications.seq', '=', 'notification_reads.seq'),
        ),
      ),
    )
    .execute();
  for (const type of NotificationType.options) {
    const oldest = db
      .selectFrom('notifications')
      .select('seq')
      .where('type', '=', type)
      .orderBy('seq', 'desc')
      .limit(1)
      .offset(COUNTABLE_OF_A_KIND - 1);
    await db.deleteFrom('notification_reads').where('type', '=', type).where('seq', '<', oldest).execute();
  }
}

/** Bounded at both ends, in case the clock was set back. */
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

export const addToGroup = (
  trx: Trx,
  id: string,
  { id: _, group_key, about_id, count, ...last }: NotificationRow,
): Promise<NotificationRow | undefined> =>
  trx
    .updateTable('notifications')
    .set((row) => ({
      ...last,
      count: row('count', '+', count),
      about_id: sql<string | null>`case when about_id = ${about_id} then about_id end`,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function deleteOldNotifications(
  db: Db,
  type: NotificationType,
  before: number,
  most: number,
): Promise<number> {
  const old = { table: 'notifications', key: 'id', time: 'created_at', before, of: ['type', type] } as const;
  return (await deleteOldest(db, old, most)).length;
}
