import { type RawBuilder, sql } from 'kysely';
import { APART_MS } from '../clock.ts';
import type { Core } from '../core.ts';
import type { OutboxRow } from '../db/tables.ts';

/** The longest time between two tries. */
export const LONGEST_WAIT_MS = 5 * 60_000;
/** A process says all the time that it is still sending. One that was silent for so long has died. */
const CLAIMED_FOR_MS = 15_000;
const RENEWED_EVERY_MS = 3_000;
/** Processes of the version before look at nothing but the time at which a row is due. */
const HIDDEN_FOR_MS = 120_000;

interface ClaimsDeps extends Pick<Core, 'db' | 'clock' | 'log' | 'severalProcesses'> {
  readonly channel: OutboxRow['channel'];
}

/**
 * Which process sends which row. As long as a process lives it renews its claims, however slow the other side is; the
 * rows of one that died go to the others after a while. Those of one that cannot reach the database for so long would
 * too, which nobody can prevent; so nobody takes over anything right after the database was away.
 */
export function outboxClaims({ db, clock, log, channel, severalProcesses }: ClaimsDeps) {
  const own = new Set<string>();
  let takesOverFrom = severalProcesses ? performance.now() + CLAIMED_FOR_MS : 0;

  /** With several processes the clock of the database, because theirs may differ. */
  const claimClock = (): RawBuilder<number> =>
    severalProcesses ? sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)` : sql`${clock.now()}`;
  const claimEnd = () => sql<number>`${claimClock()} + ${sql.lit(CLAIMED_FOR_MS)}`;

  const due = (now: number, most: number) => {
    const found = db
      .selectFrom('outbox')
      .select('id')
      .where('channel', '=', channel)
      .where((row) => {
        // No row waits so long: it has been put off before the clock was set back.
        const ahead = row('due_at', '>', now + LONGEST_WAIT_MS + APART_MS);
        const waits = row.and([row('state', '=', 'queued'), row.or([row('due_at', '<=', now), ahead])]);
        if (performance.now() < takesOverFrom) return waits;
        const orphaned = row(row.fn.coalesce('claimed_until', sql.lit(0)), '<=', claimClock());
        const others = [row('state', '=', 'sending'), orphaned];
        if (own.size > 0) others.push(row('id', 'not in', [...own]));
        return row.or([waits, row.and(others)]);
      })
      .orderBy('due_at')
      .limit(most);
    return severalProcesses ? found.forUpdate().skipLocked() : found;
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
    /** Due rows, which nobody else sends from now on; fewer than `most` when there are no more. */
    async take(most: number): Promise<OutboxRow[]> {
      const now = clock.now();
      try {
        const rows = await db
          .updateTable('outbox')
          .set({
            state: 'sending',
            due_at: now + HIDDEN_FOR_MS,
            attempts: sql`attempts + 1`,
            claimed_until: claimEnd(),
          })
          .where('id', 'in', due(now, most))
          .returningAll()
          .execute();
        for (const { id } of rows) own.add(id);
        return rows;
      } catch (error) {
        // The others must be able to say first that they are still sending.
        if (severalProcesses) takesOverFrom = performance.now() + CLAIMED_FOR_MS;
        throw error;
      }
    },

    /** What became of a row. */
    async write(row: OutboxRow, change: Partial<OutboxRow>): Promise<void> {
      const writing = db
        .updateTable('outbox')
        .set({ ...change, claimed_until: null })
        .where('id', '=', row.id);
      // That it was sent is true in any case; everything else is said by the one that has it now.
      if (change.state === 'sent') await writing.execute();
      else await writing.where('state', '=', 'sending').where('attempts', '=', row.attempts).execute();
    },

    /** Nothing is being done for this row any more. */
    release: ({ id }: OutboxRow) => void own.delete(id),
    close: () => clearInterval(renewal),
  };
}
