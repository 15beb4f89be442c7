import { sql } from 'kysely';
import type { EventAccount } from '../../../../contract/programs/events.ts';
import type { WebhookTarget, WebhookType } from '../../../../contract/programs/webhooks.rules.ts';
import type { Db, OutboxRow, Trx } from '../../../db/tables.ts';

export const CHANNEL_OF = {
  outcome: 'webhook',
  events: 'events',
} as const satisfies Record<WebhookTarget, OutboxRow['channel']>;

/** SQL literals: with parameters the partial indexes would not be used. */
const channelOf = (target: WebhookTarget) => sql.lit(CHANNEL_OF[target]);
const WEBHOOKS = [CHANNEL_OF.outcome, CHANNEL_OF.events];

export const latestDeliveries = (
  reader: Db,
  of: { readonly target: WebhookTarget } | { readonly type: WebhookType },
  most: number,
): Promise<OutboxRow[]> => {
  const rows = reader.selectFrom('outbox').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most);
  return 'type' in of
    ? rows.where('kind', '=', of.type).execute()
    : rows.where('channel', '=', channelOf(of.target)).execute();
};

export const findDelivery = (db: Db | Trx, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).where('channel', 'in', WEBHOOKS).executeTakeFirst();

export const queueAgain = (
  trx: Trx,
  id: string,
  target: WebhookTarget,
  now: number,
  expiresAt: number,
): Promise<OutboxRow | undefined> =>
  trx
    .updateTable('outbox')
    .set({ state: 'queued', attempts: 0, due_at: now, expires_at: expiresAt, error: null, finished_at: null })
    .where('id', '=', id)
    .where('channel', '=', CHANNEL_OF[target])
    .where('state', 'in', ['failed', 'expired'])
    .where('sealed', 'is not', null)
    .returningAll()
    .executeTakeFirst();

export async function failingSince(reader: Db, target: WebhookTarget): Promise<number | null> {
  const last = await reader
    .selectFrom('outbox')
    .select('finished_at')
    .where('channel', '=', channelOf(target))
    .where('state', '=', sql.lit('sent'))
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = await reader
    .selectFrom('outbox')
    .select('created_at')
    .where('channel', '=', channelOf(target))
    .where('created_at', '>=', last?.finished_at ?? 0)
    .where('error', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.created_at ?? null;
}

export async function lastWaiting(trx: Trx, persons: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (persons.length === 0) return new Map();
  const rows = await trx
    .selectFrom('outbox')
    .select((row) => ['person', row.fn.max('id').as('last')])
    .where('person', 'in', persons)
    .where(sql<boolean>`state in ('queued', 'sending')`)
    .groupBy('person')
    .execute();
  return new Map(rows.map(({ person, last }) => [person ?? '', last]));
}

export async function eventAccounts(trx: Db | Trx, ids: readonly string[]): Promise<ReadonlyMap<string, EventAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'role', 'status'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
