import type { Core } from '../../core.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { forgetAllFailures } from '../auth/delays.ts';
import type { TellOwner } from '../second-factor/own.ts';
import { deleteFactors } from '../second-factor/queries.ts';
import { type ChangeDeps, inTurn, recordChanges } from './changes.ts';
import { assertMayManage, mayChange, ownAccount } from './policy.ts';
import { findUser } from './queries.ts';

export interface ResetFactorDeps extends ChangeDeps, Pick<Core, 'keys'> {
  readonly tellOwner: TellOwner;
  /** To be called after the commit. */
  readonly mailsWritten: () => void;
}

/** For somebody who has lost everything: the password alone is enough again, and every session ends. Answers whether there were any. */
export async function resetSecondFactor(
  { db, clock, keys, sessions, tellOwner, mailsWritten }: ResetFactorDeps,
  actor: Actor,
  userId: string,
): Promise<boolean> {
  if (!mayChange(actor, userId)) throw ownAccount();
  const wasThere = await inTurn(db, async (trx) => {
    const user = await findUser(trx, userId);
    assertMayManage(actor, user);
    if (user.second_factor === 0) return false;
    const now = clock.now();
    await trx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute();
    await deleteFactors(trx, [userId]);
    await forgetAllFailures(trx, keys, user.username_key);
    await sessions.endAllOf(trx, [userId]);
    await recordChanges(trx, [user], { change: 'second factor reset' }, actor, now);
    await tellOwner(trx, user, 'second factor reset', null);
    return true;
  });
  sessions.usersChanged([userId]);
  mailsWritten();
  return wasThere;
}
