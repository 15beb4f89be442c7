import type { Core } from '../../../core.ts';
import type { Db, Trx } from '../../../db/tables.ts';
import { type Entry, followEntries } from '../../log/activity/activity.ts';
import { causedBy } from './causes.ts';
import type { Emit, Emitted } from './emit.ts';
import { eventAccounts } from './queries.ts';

/** Emits events from the log, so that features only record what happened. */
export function emitForEntries({ db, rows }: Pick<Core, 'db'> & Partial<Pick<Core, 'rows'>>, emit: Emit): void {
  followEntries(db, async (trx: Db | Trx, entries: readonly Entry[]) => {
    const caused = entries.flatMap((entry) => {
      const what = causedBy(entry);
      return what === null ? [] : [{ entry, what }];
    });
    if (caused.length === 0) return;
    const accounts = await eventAccounts(
      trx,
      caused.flatMap(({ what }) => ('account' in what ? what.account : [])),
    );
    const events = caused.flatMap(({ what }): readonly Emitted[] => {
      if (!('account' in what)) return [what];
      const account = accounts.get(what.account);
      return account === undefined ? [] : [what.of(account)];
    });
    await emit(trx as Trx, ...events);
    // Anonymous requests can cause these, so they count towards the row budget.
    for (const { entry } of caused)
      if (entry.guestId !== undefined && entry.staff === undefined) rows?.spend(entry.visitor.ipAddress, 1);
  });
}
