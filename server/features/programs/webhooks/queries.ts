import { sql } from 'kysely';
import type { Db, OutboxRow, Trx } from '../../../db/tables.ts';

/** A literal, or the partial indexes would not be used. */
const CHANNEL = sql.lit<'webhook'>('webhook');

export const latestDeliveries = (reader: Db, most: number): Promise<OutboxRow[]> =>
  reader
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', CHANNEL)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

export const findDelivery = (db: Db | Trx, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).where('channel', '=', CHANNEL).executeTakeFirst();

export const queueAgain = (trx: Trx, id: string, now: number, expiresAt: number): Promise<OutboxRow | undefined> =>
  trx
    .updateTable('outbox')
    .set({ state: 'queued', attempts: 0, due_at: now, expires_at: expiresAt, error: null, finished_at: null })
    .where('id', '=', id)
    .where('channel', '=', CHANNEL)
    .where('state', 'in', ['failed', 'expired'])
    .where('sealed', 'is not', null)
    .returningAll()
    .executeTakeFirst();

/** The first failure since the last success. */
export async function failingSince(reader: Db): Promise<number | null> {
  const last = await reader
    .selectFrom('outbox')
    .select('finished_at')
    .where('channel', '=', CHANNEL)
    .where('state', '=', sql.lit('sent'))
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = await reader
    .selectFrom('outbox')
    .select('created_at')
    .where('channel', '=', CHANNEL)
    .where('created_at', '>=', last?.finished_at ?? 0)
    .where('error', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.created_at ?? null;
}
