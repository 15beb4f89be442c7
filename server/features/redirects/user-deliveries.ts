import { evictOldest } from '../../bounded-cache.ts';
import type { Core } from '../../core.ts';
import type { RedirectRow, Trx } from '../../db/tables.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Caller } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { isRecordedSince, lockRedirect } from './queries.ts';

const TOLD_MAX = 10_000;

/** What the log says of redirects that reached a signed-in user: where they were led, by whom and why. */
export class UserDeliveries {
  readonly #deps: Pick<Core, 'transact' | 'clock'>;
  /** Of persistent ones, by redirect and session: their pages ask every few seconds, and get the same every time. */
  readonly #told = new Set<string>();

  constructor(deps: Pick<Core, 'transact' | 'clock'>) {
    this.#deps = deps;
  }

  /** In the transaction that uses it up. */
  async record(trx: Trx, row: RedirectRow, actor: Actor): Promise<void> {
    const { id, destination_path: page, reason, sent_by } = row;
    const details = {
      steer: id,
      what: 'move',
      state: 'delivered',
      ...(sent_by !== null && { by: sent_by }),
      ...(reason !== null && { reason }),
    } as const;
    await recordActivity(trx, { ...actor, action: 'redirect', page, details, at: this.#deps.clock.now() });
  }

  /** A persistent one, once since the user signed in, on however many processes their pages ask. */
  async recordOnce(row: RedirectRow, session: Session, caller: () => Caller): Promise<void> {
    const key = `${row.id} ${session.id}`;
    if (this.#told.has(key)) return;
    const actor = caller();
    await this.#deps.transact(actor, async (trx) => {
      // Another process that is about to record the same waits here, and finds it recorded.
      await lockRedirect(trx, row.id);
      const since = { redirectId: row.id, userId: session.user.id, since: session.startedAt };
      if (!(await isRecordedSince(trx, since))) await this.record(trx, row, actor);
    });
    evictOldest(this.#told, TOLD_MAX);
    this.#told.add(key);
  }
}
