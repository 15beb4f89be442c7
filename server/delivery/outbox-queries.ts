import { sql } from 'kysely';
import { cachedFor } from '../bounded-cache.ts';
import type { Core } from '../core.ts';
import { countRows, deleteOldest } from '../db/queries.ts';
import type { Db, OutboxRow } from '../db/tables.ts';

type Channel = OutboxRow['channel'];

export const lastDelivery = (reader: Db, channel: Channel) =>
  reader
    .selectFrom('outbox')
    .select(['state', 'error', 'finished_at'])
    .where('channel', '=', channel)
    .where('state', 'in', ['sent', 'failed', 'expired'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function stateOfMessage(db: Db, id: string): Promise<OutboxRow['state'] | null> {
  const row = await db.selectFrom('outbox').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state ?? null;
}

export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('outbox')
    .select(['state', 'error', 'created_at', 'finished_at', 'bounced_at'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Oldest first, so that a guest's last email wins. */
export async function guestMails(
  db: Db,
  since: number,
  of: { readonly guests: readonly string[] } | { readonly most: number },
) {
  const mails = db
    .selectFrom('outbox')
    .select(['id', 'guest_id', 'state', 'error', 'created_at', 'finished_at', 'bounced_at'])
    .where('created_at', '>', since)
    .where('channel', '=', 'mail')
    .where('guest_id', 'is not', null)
    .$narrowType<{ guest_id: string }>();
  if ('guests' in of) return mails.where('guest_id', 'in', of.guests).orderBy('created_at').orderBy('id').execute();
  return (await mails.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(of.most).execute()).reverse();
}

const URGENT_MS = 15 * 60_000;
const COUNTED_EVERY_MS = 1_000;

interface UrgentDeps extends Pick<Core, 'reader' | 'clock'> {
  readonly channel: Channel;
  readonly most: number;
}

/** Approximate: a cached count, plus what this process has added. */
export function urgentMessages({ reader, clock, channel, most }: UrgentDeps) {
  let added = 0;
  const counted = cachedFor(COUNTED_EVERY_MS, performance, async () => {
    const now = clock.now();
    const before = added;
    const urgent = reader
      .selectFrom('outbox')
      .select('expires_at')
      .where('channel', '=', channel)
      .where('state', '=', sql.lit('queued'))
      .where('expires_at', '>', now)
      .where('expires_at', '<=', now + URGENT_MS)
      .limit(most);
    return (await countRows(reader, urgent)) - before;
  });

  return {
    added(messages: number) {
      added += messages;
    },
    count: async () => (await counted()) + added,
  };
}

export async function deleteOldMessages(
  db: Db,
  state: 'sent' | 'failed' | 'expired',
  before: number,
  most: number,
): Promise<number> {
  const where = sql<boolean>`state = ${state}`;
  return (await deleteOldest(db, { table: 'outbox', key: 'id', time: 'due_at', before, where }, most)).length;
}
