import type { Core } from '../../core.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../sessions/transact.ts';
import { recordActivity } from '../log/activity/activity.ts';

type OwnSessionsDeps = Pick<Core, 'transact' | 'clock' | 'sessions'>;

/** Another user's session id is answered like an unknown one. */
export async function signOutSession(
  { transact, clock, sessions }: OwnSessionsDeps,
  actor: Caller,
  sessionId: string,
): Promise<void> {
  await transact(actor, async (trx) => {
    const { device, location } = await trx
      .selectFrom('sessions')
      .select(['device', 'location'])
      .where('id', '=', sessionId)
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow(notFound);
    await sessions.endOther(trx, sessionId, actor.userId);
    const details = { change: 'own session ended', device, location } as const;
    await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
  });
}

export async function signOutOthers(
  { transact, clock, sessions }: OwnSessionsDeps,
  actor: Caller,
  currentId: string,
): Promise<number> {
  return transact(actor, async (trx) => {
    const { count } = await sessions.endAllOf(trx, [actor.userId], currentId);
    if (count === 0) return 0;
    const details = { change: 'other sessions ended', sessions: count } as const;
    await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
    return count;
  });
}
