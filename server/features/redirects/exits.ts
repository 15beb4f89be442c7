import { guestUserId } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';
import type { Db, GuestExitRow } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import type { Care } from '../guests/messages/care.ts';
import { recordActivity } from '../log/activity/activity.ts';

const HOUR_MS = 60 * 60 * 1000;

const noExit = () =>
  new HttpError('redirect_gone', 'This page was not led to the exit, or has said already what became of it.');

/** An exit as it is handed to a guest's page. */
export interface ShownExit {
  readonly redirectId: string;
  readonly address: string;
  readonly message: string;
  /** Whether it is handed out again and again, so that not staff but strangers say how often. */
  readonly persistent: boolean;
}

interface Browser {
  /** Its public id. */
  readonly id: string;
  readonly visitor: Visitor;
}

interface ExitsDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'rows'> {
  readonly care: Care;
}

/**
 * Which exit a browser was shown, and what its guest chose there: the log holds it in the words that the guest read. The row
 * says to which exit a choice belongs, on whichever process it arrives.
 */
export class Exits {
  readonly #deps: ExitsDeps;

  constructor(deps: ExitsDeps) {
    this.#deps = deps;
  }

  /** Whether the page is to show it: not again to somebody who chose to stay. */
  async show({ redirectId, address, message, persistent }: ShownExit, { id, visitor }: Browser): Promise<boolean> {
    const { db, transact, clock, rows } = this.#deps;
    const known = await findExit(db, id);
    if (known?.redirect_id === redirectId) return known.choice !== 'stay';
    if (persistent && rows.take(visitor.ipAddress, 'step') > 0) return true;
    const row = { redirect_id: redirectId, address, message, shown_at: clock.now(), choice: null };
    await transact('guest', (trx) =>
      trx
        .insertInto('guest_exits')
        .values({ guest_id: id, ...row })
        .onConflict((conflict) => conflict.column('guest_id').doUpdateSet(row))
        .execute(),
    );
    return true;
  }

  /** Once for each exit that this browser was shown. */
  async choose(choice: 'go' | 'stay', { id, visitor }: Browser): Promise<void> {
    const { transact, clock, rows, care } = this.#deps;
    const at = clock.now();
    await transact('guest', async (trx) => {
      const exit = await trx
        .updateTable('guest_exits')
        .set({ choice })
        .where('guest_id', '=', id)
        .where('choice', 'is', null)
        .where('shown_at', '>', at - HOUR_MS)
        .returningAll()
        .executeTakeFirstOrThrow(noExit);
      rows.spend(visitor.ipAddress, 1);
      const { redirect_id: steer, address, message } = exit;
      await recordActivity(trx, {
        userId: guestUserId(visitor.ipAddress),
        guestId: id,
        action: 'redirect',
        details: { steer, what: 'exit', state: choice === 'go' ? 'seen' : 'declined', address, message },
        visitor,
        at,
      });
      await care.exited(trx, id, steer, choice);
    });
  }
}

const findExit = (db: Db, guestId: string): Promise<GuestExitRow | undefined> =>
  db.selectFrom('guest_exits').selectAll().where('guest_id', '=', guestId).executeTakeFirst();

/** For so long a choice may come, and nobody who stayed is shown the same exit again. */
export const sweepExits = (db: Db, now: number, closing: AbortSignal) =>
  sweepTable(db, { table: 'guest_exits', key: 'guest_id', time: 'shown_at', before: now - 24 * HOUR_MS }, closing);
