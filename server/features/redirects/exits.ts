import { type Change, guestUserId } from '../../../contract/activity.rules.ts';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';
import type { Db, GuestExitRow } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';

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

type ExitsDeps = Pick<Core, 'db' | 'clock' | 'rows'>;

/**
 * What browsers were shown of the exit and what they chose: the log holds both, in the words that the guest read. The row of
 * a browser says to which exit a choice belongs, on whichever process it arrives.
 */
export class Exits {
  readonly #deps: ExitsDeps;

  constructor(deps: ExitsDeps) {
    this.#deps = deps;
  }

  /** Whether the page is to show it: not again to somebody who chose to stay. Each redirect is recorded once. */
  async show({ redirectId, address, message, persistent }: ShownExit, { id, visitor }: Browser): Promise<boolean> {
    const { db, clock, rows } = this.#deps;
    const known = await findExit(db, id);
    if (known?.redirect_id === redirectId) return known.choice !== 'stay';
    if (persistent && rows.take(visitor.ipAddress, 'step') > 0) return true;
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      const row = { redirect_id: redirectId, address, message, shown_at: at, choice: null };
      await trx
        .insertInto('guest_exits')
        .values({ guest_id: id, ...row })
        .onConflict((conflict) => conflict.column('guest_id').doUpdateSet(row))
        .execute();
      const entry = entryOf('exit shown', { address, message }, visitor, at);
      await recordActivity(trx, entry);
    });
    return true;
  }

  /** Once for each exit that this browser was shown. */
  async choose(choice: 'go' | 'stay', { id, visitor }: Browser): Promise<void> {
    const { db, clock, rows } = this.#deps;
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      const exit = await trx
        .updateTable('guest_exits')
        .set({ choice })
        .where('guest_id', '=', id)
        .where('choice', 'is', null)
        .where('shown_at', '>', at - HOUR_MS)
        .returningAll()
        .executeTakeFirstOrThrow(noExit);
      rows.spend(visitor.ipAddress, 1);
      const entry = entryOf(choice === 'go' ? 'exit followed' : 'exit declined', exit, visitor, at);
      await recordActivity(trx, entry);
    });
  }
}

const findExit = (db: Db, guestId: string): Promise<GuestExitRow | undefined> =>
  db.selectFrom('guest_exits').selectAll().where('guest_id', '=', guestId).executeTakeFirst();

type ExitChange = Extract<Change, { change: 'exit shown' | 'exit followed' | 'exit declined' }>;

/** Kept with what staff did: it is what became of it. */
const entryOf = (
  change: ExitChange['change'],
  { address, message }: Pick<GuestExitRow, 'address' | 'message'>,
  visitor: Visitor,
  at: number,
) => ({
  userId: guestUserId(visitor.ipAddress),
  action: 'admin_redirect' as const,
  page: address,
  details: { change, guest: visitor.ipAddress, address, message },
  visitor,
  at,
});

/** For so long a choice may come, and nobody who stayed is shown the same exit again. */
export const sweepExits = (db: Db, now: number, closing: AbortSignal) =>
  sweepTable(db, { table: 'guest_exits', key: 'guest_id', time: 'shown_at', before: now - 24 * HOUR_MS }, closing);
