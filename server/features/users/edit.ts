import type * as z from 'zod';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { EditUserInput } from '../../../contract/users/users.ts';
import type { UserRow } from '../../db/tables.ts';
import { notifyOwnersOfStaffAct } from '../../delivery/notices/notices.ts';
import { assertProven, type Caller } from '../../sessions/transact.ts';
import { refuseTakenName } from './accounts.ts';
import { type ChangeDeps, onAccount, recordChanges } from './changes.ts';
import { changedDetails, writeDetails } from './detail-columns.ts';

type Edit = z.output<typeof EditUserInput>;

/** All or none. Sessions continue. */
export async function editDetails(deps: ChangeDeps, actor: Caller, userId: string, edit: Edit): Promise<UserRow> {
  return onAccount(deps, actor, userId, async (trx, user, now) => {
    // Also for the own account, where a new address otherwise needs a code.
    if (isStaff(user.role)) assertProven(actor, now);
    const changed = changedDetails(user, edit);
    if (Object.keys(changed).length === 0) return user;
    const edited = await writeDetails(trx, deps, user, edit, now, actor.userId);
    await recordChanges(trx, [user], { change: 'edited', changed }, actor, now);
    if (changed.email !== undefined) {
      await notifyOwnersOfStaffAct(trx, deps, [user], 'e-mail changed', actor);
      await notifyOwnersOfStaffAct(trx, deps, [edited], 'e-mail set', actor);
    }
    return edited;
  }).catch(refuseTakenName);
}
