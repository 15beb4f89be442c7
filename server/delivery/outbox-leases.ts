import { sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../clock.ts';
import type { Core } from '../core.ts';
import { keepRenewing, LEASE_MS, leaseColumns } from '../db/lease.ts';
import type { Db, OutboxRow, Trx } from '../db/tables.ts';
import { inTransaction } from '../db/transact.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { RateUsedUp, type SendRate } from './send-rate.ts';

/** Must match the index's condition. */
const older = sql`
  select 1 from outbox as older
  where older.person = outbox.person and older.person is not null and older.channel = outbox.channel
    and older.state in ('queued', 'sending') and older.id < outbox.id`;
const isNext = sql<boolean>`not exists (${older})`;
/** Only a wait for a retry is long; a message being sent is done soon. */
const waitsForRetry = (now: number) =>
  sql<boolean>`exists (${older} and older.state = 'queued' and older.due_at > ${now})`;

/** `coalesce` keeps SQLite from using the index on `state`, which would read everything that waits. */
const stillWaits = sql<boolean>`coalesce(state, '') = 'queued'`;

interface LeaseDeps extends Pick<Core, 'db' | 'commit' | 'clock' | 'log' | 'severalProcesses'> {
  readonly channel: OutboxRow['channel'];
  readonly rate: SendRate | null;
  readonly retry: RetryPolicy;
}

const LONGEST_PAUSE_MS = 60_000;
const EXPIRED_AT_ONCE = 500;
const LOOKED_AT = 200;
const LET_OTHERS_PASS_MS = 5_000;

/** Takes over rows of dead processes; after an outage, only once the others had time to renew. Decision 10. */
export function outboxLeases({ db, commit, clock, log, channel, severalProcesses, rate, retry }: LeaseDeps) {
  const own = new Set<string>();
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let takesOverFrom = severalProcesses ? performance.now() + LEASE_MS : 0;

  const lease = leaseColumns({ clock, severalProcesses });

  // Literals, or the partial indexes would not be used.
  const rowsIn = (state: 'queued' | 'sending', most: number) =>
    db.selectFrom('outbox').select('id').where('channel', '=', channel).where('state', '=', sql.lit(state)).limit(most);

  const waiting = (now: number, most: number) =>
    rowsIn('queued', most)
      // Further in the future than any pause: the clock was set back.
      .where((row) =>
        row.or([row('due_at', '<=', now), row('due_at', '>', now + retry.longestPauseMs + CLOCK_SKEW_MS)]),
      )
      .orderBy('turn')
      .orderBy('due_at');

  const orphaned = (most: number) => {
    const found = rowsIn('sending', most).where(lease.hasExpired('claimed_until')).orderBy('due_at');
    return own.size > 0 ? found.where('id', 'not in', [...own]) : found;
  };

  const leaseRows = (trx: Db | Trx, found: ReturnType<typeof rowsIn>): Promise<OutboxRow[]> =>
    trx
      .updateTable('outbox')
      .set({ state: 'sending', attempts: sql`attempts + 1`, claimed_until: lease.expiry() })
      .where('id', 'in', severalProcesses ? found.forUpdate().skipLocked() : found)
      .returningAll()
      .execute();

  const takesOver = () => performance.now() >= takesOverFrom;

  /** Usually nothing is due, and a read takes no lock. */
  const isAnyDue = async (now: number): Promise<boolean> => {
    const look = db.selectNoFrom(waiting(now, 1).as('waiting'));
    const { waiting: first, orphan } = await look
      .select((takesOver() ? orphaned(1) : sql<null>`null`).as('orphan'))
      .executeTakeFirstOrThrow();
    return first !== null || orphan !== null;
  };

  const leaseWaiting = async (trx: Db | Trx, now: number, most: number): Promise<OutboxRow[]> => {
    if (!retry.inOrder) return leaseRows(trx, waiting(now, most));
    // Limited, so that a look costs the same however much waits for one person.
    const ids = (await waiting(now, LOOKED_AT).execute()).map(({ id }) => id);
    if (ids.length === 0) return [];
    const next = db.selectFrom('outbox').select('id').where('id', 'in', ids).where(stillWaits).where(isNext);
    const rows = await leaseRows(trx, next.orderBy('due_at').orderBy('id').limit(most));
    if (rows.length === 0 && ids.length === LOOKED_AT)
      await trx
        .updateTable('outbox')
        .set({ due_at: now + LET_OTHERS_PASS_MS })
        .where('id', 'in', ids)
        .where(stillWaits)
        .where(waitsForRetry(now))
        .execute();
    return rows;
  };

  const leaseDue = async (trx: Db | Trx, now: number, most: number): Promise<OutboxRow[]> => {
    const others = takesOver() ? await leaseRows(trx, orphaned(most)) : [];
    if (others.length === most) return others;
    return [...others, ...(await leaseWaiting(trx, now, most - others.length))];
  };

  const isPaused = (now: number) => pausedUntil > now && pausedUntil <= now + LONGEST_PAUSE_MS;

  const takeDue = async (now: number, most: number): Promise<OutboxRow[]> => {
    if (isPaused(now) || !(await isAnyDue(now))) return [];
    if (rate === null) return leaseDue(db, now, most);
    const { left, waitMs } = await rate.left(db, now);
    if (left <= 0) {
      pausedUntil = now + waitMs;
      return [];
    }
    return inTransaction(db, async (trx) => {
      const rows = await leaseDue(trx, now, Math.min(left, most));
      // Last, because all processes wait for this row. Figure: SCALING, sent/s.
      if (rows.length > 0) await rate.take(trx, rows.length, now);
      return rows;
    }).catch((error) => {
      if (error instanceof RateUsedUp) return [];
      throw error;
    });
  };

  const renew = async () => {
    if (own.size === 0) return;
    await db
      .updateTable('outbox')
      .set({ claimed_until: lease.expiry() })
      .where('id', 'in', [...own])
      .where('state', '=', 'sending')
      .execute();
  };
  const renewal = keepRenewing(renew, log);

  return {
    async take(most: number): Promise<OutboxRow[]> {
      const now = clock.now();
      try {
        const rows = await takeDue(now, most);
        for (const { id } of rows) own.add(id);
        return rows;
      } catch (error) {
        if (severalProcesses) takesOverFrom = performance.now() + LEASE_MS;
        throw error;
      }
    },

    async expire(): Promise<OutboxRow[]> {
      const now = clock.now();
      const expired = await rowsIn('queued', EXPIRED_AT_ONCE).where('expires_at', '<=', now).execute();
      if (expired.length === 0) return [];
      const ids = expired.map(({ id }) => id);
      return db
        .updateTable('outbox')
        .set({ state: 'expired', finished_at: now, ...(retry.keepsUnsent ? {} : { sealed: null }) })
        .where('id', 'in', ids)
        .where('state', '=', 'queued')
        .returningAll()
        .execute();
    },

    /** False if another process has the row by now, or it was erased. */
    async write(row: OutboxRow, change: Partial<OutboxRow>, also?: (trx: Trx) => Promise<void>): Promise<boolean> {
      const write = async (trx: Db | Trx): Promise<boolean> => {
        const writing = trx
          .updateTable('outbox')
          .set({ ...change, claimed_until: null })
          .where('id', '=', row.id);
        // "Sent" is always true; other results count only for the lease's owner.
        const owned =
          change.state === 'sent'
            ? writing
            : writing.where('state', '=', 'sending').where('attempts', '=', row.attempts);
        return (await owned.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
      };
      if (also === undefined) return write(db);
      // Emails sent at the same time share a commit on SQLite. Figure: cost, code sent.
      return commit(async (trx) => {
        const isWritten = await write(trx);
        await also(trx);
        return isWritten;
      });
    },

    release: ({ id }: OutboxRow) => void own.delete(id),
    close: () => clearInterval(renewal),
  };
}
