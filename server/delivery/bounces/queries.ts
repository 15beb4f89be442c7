import { sql } from 'kysely';
import type { Core } from '../../core.ts';
import { leaseColumns } from '../../db/lease.ts';
import type { Db, OutboxRow } from '../../db/tables.ts';

/** Rows of `heartbeat`; row 1 is the health check's. */
const LEASE = 2;
const LAST_READ = 3;

type LeaseDeps = Pick<Core, 'db' | 'clock' | 'severalProcesses'>;

export async function leaseMailbox({ db, clock, severalProcesses }: LeaseDeps, ms: number): Promise<boolean> {
  if (!severalProcesses) return true;
  const lease = leaseColumns({ clock, severalProcesses }, ms);
  const row = await db
    .insertInto('heartbeat')
    .values({ id: LEASE, beat_at: lease.expiry() })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ beat_at: (row) => row.ref('excluded.beat_at') })
        .where(lease.hasExpired('heartbeat.beat_at')),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function releaseMailbox({ db, severalProcesses }: LeaseDeps): Promise<void> {
  if (!severalProcesses) return;
  await db.updateTable('heartbeat').set({ beat_at: 0 }).where('id', '=', LEASE).execute();
}

export async function setLastRead(db: Db, at: number): Promise<void> {
  await db
    .insertInto('heartbeat')
    .values({ id: LAST_READ, beat_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: at }))
    .execute();
}

export async function lastRead(reader: Db): Promise<number | null> {
  const row = await reader.selectFrom('heartbeat').select('beat_at').where('id', '=', LAST_READ).executeTakeFirst();
  return row?.beat_at ?? null;
}

export const findReturned = (db: Db, id: string) =>
  db
    .selectFrom('outbox')
    .select(['recipient', 'state', 'bounced_at'])
    .where('id', '=', id)
    .where('channel', '=', 'mail')
    .executeTakeFirst();

/** A bounce proves that an email waiting for a retry had been accepted. Undefined if another process was faster. */
export const markBounced = (db: Db, id: string, error: string, at: number): Promise<OutboxRow | undefined> =>
  db
    .updateTable('outbox')
    .set({ state: 'sent', sealed: null, error, bounced_at: at, finished_at: sql`coalesce(finished_at, ${at})` })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'queued'])
    .where('bounced_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
