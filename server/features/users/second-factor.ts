import type { Caller } from '../../sessions/transact.ts';
import { forgetAllFailures } from '../auth/delays.ts';
import { deleteFactors } from '../auth/second-factor/factors.ts';
import { type NoticeDeps, notifyOwnersOfStaffAct } from '../notices/notices.ts';
import { type ChangeDeps, inTurn, recordChanges } from './changes.ts';
import { assertMayManage, mayChange, ownAccount } from './policy.ts';
import { findUser } from './queries.ts';

export interface ResetFactorDeps extends ChangeDeps, NoticeDeps {}

/** For a user who lost every factor: the password alone signs in again. Ends every session. Answers whether there was a factor. */
export async function removeAllFactors(deps: ResetFactorDeps, actor: Caller, userId: string): Promise<boolean> {
  const { clock, keys, sessions } = deps;
  if (!mayChange(actor, userId)) throw ownAccount();
  return inTurn(deps, actor, async (trx) => {
    const user = await findUser(trx, userId);
    assertMayManage(actor, user);
    if (user.second_factor === 0) return false;
    const now = clock.now();
    await trx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute();
    await deleteFactors(trx, [userId]);
    await forgetAllFailures(trx, keys, user.username_key);
    await sessions.endAllOf(trx, [userId]);
    await recordChanges(trx, [user], { change: 'second factor reset' }, actor, now);
    await notifyOwnersOfStaffAct(trx, deps, [user], 'second factor reset', { actor });
    return true;
  });
}
