import type * as z from 'zod';
import type { Change } from '../../../contract/log/activity.rules.ts';
import { isStaff } from '../../../contract/users/roles.rules.ts';
import type { EditUserInput } from '../../../contract/users/users.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { assertProven, type Caller } from '../../sessions/transact.ts';
import { folded } from '../../text/names.ts';
import { tellOwnersOfStaffAct } from '../notices/notices.ts';
import { refuseTakenName } from './accounts.ts';
import { type ChangeDeps, inTurn, recordChanges } from './changes.ts';
import { assertMayManage, userNotFound } from './policy.ts';
import { nameColumns } from './search/name-columns.ts';

type Edit = z.output<typeof EditUserInput>;
type Changed = Extract<Change, { change: 'edited' }>['changed'];

const COLUMNS = { firstName: 'first_name', lastName: 'last_name', email: 'email' } as const;
const EDITED = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Locked: users change their own names at any time, and sorting and searching go by all of them together. */
const lockedUser = (trx: Trx, id: string): Promise<UserRow> =>
  trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow(userNotFound);

/** Names and address of an account, all of them or none. Sessions go on: what they may do is the same. */
export async function editUser(deps: ChangeDeps, actor: Caller, userId: string, edit: Edit): Promise<UserRow> {
  const { clock, sessions } = deps;
  return inTurn(deps, actor, async (trx) => {
    const user = await lockedUser(trx, userId);
    assertMayManage(actor, user);
    // Also their own address: changing that needs a code from the new one elsewhere.
    if (isStaff(user.role)) assertProven(actor, clock.now());
    const changed: Changed = {};
    const names = { ...user };
    for (const name of EDITED) {
      const [from, to] = [user[COLUMNS[name]], edit[name]];
      if (to === undefined || to === from) continue;
      names[COLUMNS[name]] = to;
      changed[name] = { from: from ?? '', to: to ?? '' };
    }
    if (Object.keys(changed).length === 0) return user;
    const now = clock.now();
    const { first_name, last_name, email } = names;
    const columns = {
      first_name,
      last_name,
      email,
      email_key: email === null ? null : folded(email),
      ...nameColumns(names),
      updated_at: now,
    };
    await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
    sessions.usersChanged(trx, [userId]);
    await recordChanges(trx, [user], { change: 'edited', changed }, actor, now);
    if (changed.email !== undefined) {
      await tellOwnersOfStaffAct(trx, deps, [user], 'e-mail changed', { actor });
      await tellOwnersOfStaffAct(trx, deps, [{ ...user, email }], 'e-mail set', { actor });
    }
    return { ...user, ...columns };
  }).catch(refuseTakenName);
}
