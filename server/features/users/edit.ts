import type * as z from 'zod';
import type { Change } from '../../../contract/log/activity.rules.ts';
import { ACCOUNT_DETAIL_NAMES } from '../../../contract/users/account-details.rules.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { EditUserInput } from '../../../contract/users/users.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { assertProven, type Caller } from '../../sessions/transact.ts';
import { folded } from '../../text/names.ts';
import { notifyOwnersOfStaffAct } from '../notices/notices.ts';
import { refuseTakenName } from './accounts.ts';
import { type ChangeDeps, inTurn, recordChanges } from './changes.ts';
import { detailColumns, detailsOf } from './detail-columns.ts';
import { assertMayManage, userNotFound } from './policy.ts';
import { nameColumns } from './search/name-columns.ts';

type Edit = z.output<typeof EditUserInput>;
type Changed = Extract<Change, { change: 'edited' }>['changed'];

/** Locked: the search columns combine all names, and the user may edit theirs at the same time. */
const lockedUser = (trx: Trx, id: string): Promise<UserRow> =>
  trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow(userNotFound);

/** All or none. Sessions go on: roles and status stay. */
export async function editDetails(deps: ChangeDeps, actor: Caller, userId: string, edit: Edit): Promise<UserRow> {
  const { clock, sessions } = deps;
  return inTurn(deps, actor, async (trx) => {
    const user = await lockedUser(trx, userId);
    assertMayManage(actor, user);
    // Also for their own account: elsewhere a new email address needs a code.
    if (isStaff(user.role)) assertProven(actor, clock.now());
    const changed: Changed = {};
    const details = detailsOf(user);
    for (const name of ACCOUNT_DETAIL_NAMES) {
      const [from, to] = [details[name], edit[name]];
      if (to === undefined || to === from) continue;
      details[name] = to;
      changed[name] = { from: from ?? '', to: to ?? '' };
    }
    if (Object.keys(changed).length === 0) return user;
    const now = clock.now();
    const { email } = details;
    const written = detailColumns(details);
    const columns = {
      ...written,
      email_key: email === null ? null : folded(email),
      ...nameColumns({ ...user, ...written }),
      updated_at: now,
    };
    await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
    sessions.usersChanged(trx, [userId]);
    await recordChanges(trx, [user], { change: 'edited', changed }, actor, now);
    if (changed.email !== undefined) {
      await notifyOwnersOfStaffAct(trx, deps, [user], 'e-mail changed', { actor });
      await notifyOwnersOfStaffAct(trx, deps, [{ ...user, email }], 'e-mail set', { actor });
    }
    return { ...user, ...columns };
  }).catch(refuseTakenName);
}
