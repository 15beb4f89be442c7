import type { Core } from '../../core.ts';
import { notFound } from '../../errors.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';

export type AccountSessionsDeps = Pick<Core, 'db' | 'clock' | 'sessions'>;

/** Ends one of the person's own sessions; of anybody else's they learn nothing. */
export async function endOwnSession(
  { db, clock, sessions }: AccountSessionsDeps,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { device, location } = await trx
      .selectFrom('sessions')
      .select(['device', 'location'])
      .where('id', '=', sessionId)
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow(notFound);
    await sessions.end(trx, sessionId);
    const details = { change: 'own session ended', device, location } as const;
    await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
  });
  sessions.ended(sessionId);
}

/** Every one of them but this. Answers how many. */
export async function endOtherSessions(
  { db, clock, sessions }: AccountSessionsDeps,
  actor: Actor,
  currentId: string,
): Promise<number> {
  const ended = await db.transaction().execute(async (trx) => {
    const { count } = await sessions.endAllOf(trx, [actor.userId], currentId);
    if (count === 0) return 0;
    const details = { change: 'other sessions ended', sessions: count } as const;
    await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
    return count;
  });
  if (ended > 0) sessions.usersChanged([actor.userId]);
  return ended;
}
