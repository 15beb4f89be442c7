import { sql } from 'kysely';
import { APART_MS } from '../clock.ts';
import type { Core } from '../core.ts';
import { claimClock as claimClockOf } from '../db/queries.ts';
import type { Db, OutboxRow, Trx } from '../db/tables.ts';
import { inTransaction } from '../db/transact.ts';
import type { Retrying } from './retrying.ts';
import { RateUsedUp, type SendRate } from './send-rate.ts';

/** A process says all the time that it is still sending. One that was silent for so long has died. */
const CLAIMED_FOR_MS = 15_000;
const RENEWED_EVERY_MS = 3_000;
/** Processes of the version before look at nothing but the time at which a row is due. */
const HIDDEN_FOR_MS = 120_000;

/** Nothing older of the same guest is left to be sent. Word for word as the index on guests has it. */
const isNext = sql<boolean>`not exists (
  select 1 from outbox as older
  where older.guest_id = outbox.guest_id and older.guest_id is not null and older.channel = outbox.channel
    and older.state in ('queued', 'sending') and older.id < outbox.id)`;

interface ClaimsDeps extends Pick<Core, 'db' | 'clock' | 'log' | 'severalProcesses'> {
  readonly channel: OutboxRow['channel'];
  /** Null: as many as there are. */
  readonly rate: SendRate | null;
  readonly retrying: Retrying;
}

/** The longest that a rate can let anybody wait for the next one. */
const LONGEST_PAUSE_MS = 60_000;
/** Few enough that nobody waits for them. */
const EXPIRED_AT_ONCE = 500;

/**
 * Which process sends which row. As long as a process lives it renews its claims, however slow the other side is; the
 * rows of one that died go to the others after a while. Those of one that cannot reach the database for so long would
 * too, which nobody can prevent; so nobody takes over anything right after the database was away.
 */
export function outboxLeases({ db, clock, log, channel, severalProcesses, rate, retrying }: ClaimsDeps) {
  const own = new Set<string>();
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let takesOverFrom = severalProcesses ? performance.now() + CLAIMED_FOR_MS : 0;

  const claimClock = () => claimClockOf({ clock, severalProcesses });
  const claimEnd = () => sql<number>`${claimClock()} + ${sql.lit(CLAIMED_FOR_MS)}`;

  // The state is part of the statement, not a value of it: otherwise the indexes of what waits would not be used.
  const rowsIn = (state: 'queued' | 'sending', most: number) =>
    db.selectFrom('outbox').select('id').where('channel', '=', channel).where('state', '=', sql.lit(state)).limit(most);

  const waiting = (now: number, most: number) => {
    const { longestPauseMs, inOrder } = retrying;
    const found = rowsIn('queued', most)
      // No row waits so long: it has been put off before the clock was set back.
      .where((row) => row.or([row('due_at', '<=', now), row('due_at', '>', now + longestPauseMs + APART_MS)]))
      .orderBy('turn')
      .orderBy('due_at');
    return inOrder ? found.where(isNext) : found;
  };

  const orphaned = (most: number) => {
    const found = rowsIn('sending', most)
      .where((row) => row(row.fn.coalesce('claimed_until', sql.lit(0)), '<=', claimClock()))
      .orderBy('due_at');
    return own.size > 0 ? found.where('id', 'not in', [...own]) : found;
  };

  const claim = (trx: Db | Trx, found: ReturnType<typeof rowsIn>, now: number): Promise<OutboxRow[]> =>
    trx
      .updateTable('outbox')
      .set({ state: 'sending', due_at: now + HIDDEN_FOR_MS, attempts: sql`attempts + 1`, claimed_until: claimEnd() })
      .where('id', 'in', severalProcesses ? found.forUpdate().skipLocked() : found)
      .returningAll()
      .execute();

  const takesOver = () => performance.now() >= takesOverFrom;

  /** Every process looks all the time, and mostly there is nothing: that costs a read, and no lock. */
  const isAnyDue = async (now: number): Promise<boolean> => {
    const look = db.selectNoFrom(waiting(now, 1).as('waiting'));
    const { waiting: first, orphan } = await look
      .select((takesOver() ? orphaned(1) : sql<null>`null`).as('orphan'))
      .executeTakeFirstOrThrow();
    return first !== null || orphan !== null;
  };

  const claimDue = async (trx: Db | Trx, now: number, most: number): Promise<OutboxRow[]> => {
    const others = takesOver() ? await claim(trx, orphaned(most), now) : [];
    return others.length < most ? [...others, ...(await claim(trx, waiting(now, most - others.length), now))] : others;
  };

  /** No more than the rate has left; what has expired is not sent and takes nothing from it. */
  const claimWithin = async (rate: SendRate, now: number, most: number): Promise<OutboxRow[]> => {
    try {
      return await inTransaction(db, async (trx) => {
        const rows = await claimDue(trx, now, most);
        const count = rows.filter(({ expires_at }) => expires_at > now).length;
        if (count > 0) await rate.take(trx, count, now);
        return rows;
      });
    } catch (error) {
      if (!(error instanceof RateUsedUp)) throw error;
      return claimWhatIsLeft(rate, now, most, error);
    }
  };

  const claimWhatIsLeft = async (
    rate: SendRate,
    now: number,
    most: number,
    { left, waitMs }: Pick<RateUsedUp, 'left' | 'waitMs'>,
  ): Promise<OutboxRow[]> => {
    if (left > 0) return claimWithin(rate, now, Math.min(left, most));
    pausedUntil = now + waitMs;
    return [];
  };

  const isPaused = (now: number) => pausedUntil > now && pausedUntil <= now + LONGEST_PAUSE_MS;

  const takeDue = async (now: number, most: number): Promise<OutboxRow[]> => {
    if (isPaused(now) || !(await isAnyDue(now))) return [];
    if (rate === null) return claimDue(db, now, most);
    // Asked before: what is claimed and then not sent was written for nothing, by every process that waits for its turn.
    return claimWhatIsLeft(rate, now, most, await rate.left(db, now));
  };

  const renew = async () => {
    if (own.size === 0) return;
    await db
      .updateTable('outbox')
      .set({ claimed_until: claimEnd() })
      .where('id', 'in', [...own])
      .where('state', '=', 'sending')
      .execute();
  };
  const renewal = setInterval(() => {
    renew().catch((error) => log.warn({ err: error }, 'claims not renewed, trying again'));
  }, RENEWED_EVERY_MS).unref();

  return {
    /** Due rows, which nobody else sends from now on; fewer than `most` when there are no more, or the rate is used up. */
    async take(most: number): Promise<OutboxRow[]> {
      const now = clock.now();
      try {
        const rows = await takeDue(now, most);
        for (const { id } of rows) own.add(id);
        return rows;
      } catch (error) {
        // The others must be able to say first that they are still sending.
        if (severalProcesses) takesOverFrom = performance.now() + CLAIMED_FOR_MS;
        throw error;
      }
    },

    /** Rows that nobody needs any more, which are not sent. */
    async expire(): Promise<OutboxRow[]> {
      const now = clock.now();
      const expired = await rowsIn('queued', EXPIRED_AT_ONCE).where('expires_at', '<=', now).execute();
      if (expired.length === 0) return [];
      return db
        .updateTable('outbox')
        .set({ state: 'expired', finished_at: now, ...(retrying.keepsUnsent ? {} : { sealed: null }) })
        .where(
          'id',
          'in',
          expired.map(({ id }) => id),
        )
        .where('state', '=', 'queued')
        .returningAll()
        .execute();
    },

    /** What became of a row, and whatever else is to be written in the same moment. */
    async write(row: OutboxRow, change: Partial<OutboxRow>, also?: (trx: Trx) => Promise<void>): Promise<void> {
      const write = async (trx: Db | Trx) => {
        const writing = trx
          .updateTable('outbox')
          .set({ ...change, claimed_until: null })
          .where('id', '=', row.id);
        // That it was sent is true in any case; everything else is said by the one that has it now.
        if (change.state === 'sent') await writing.execute();
        else await writing.where('state', '=', 'sending').where('attempts', '=', row.attempts).execute();
      };
      if (also === undefined) return write(db);
      await inTransaction(db, async (trx) => {
        await write(trx);
        await also(trx);
      });
    },

    /** Nothing is being done for this row any more. */
    release: ({ id }: OutboxRow) => void own.delete(id),
    close: () => clearInterval(renewal),
  };
}
