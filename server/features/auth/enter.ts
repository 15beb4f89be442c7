import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { secondFactorRequired } from '../../errors.ts';
import type { Session } from '../../sessions/sessions.ts';
import { type Actor, actorFor, type Visitor } from '../../visitor/visitor.ts';
import { type NoticeDeps, tellOwner } from '../account-notices/notices.ts';
import { recordActivity } from '../activity/activity.ts';

export interface EnterDeps extends NoticeDeps, Pick<Core, 'sessions'> {
  /** Ends what was to be ended by signing in again: part of the sign-in, with what has to be done after its commit. */
  readonly signedInAgain: (
    trx: Trx,
    actor: Actor,
    at: number,
  ) => Promise<{ readonly inEverySession: boolean; committed(): Promise<void> }>;
}

interface Entering {
  /** As the same transaction has read or written it. */
  readonly user: UserRow;
  readonly visitor: Visitor;
  /** The session of the same browser: who signs in again leaves no second one behind. */
  readonly previous: Session | null;
  /** Whether one was shown: a passkey with its own check of the person, a one-time password, a recovery code. */
  readonly secondFactor: boolean;
  /** See `policy.ts`: asked before the account is marked as one that somebody has signed in to. */
  readonly isNewDevice: boolean;
}

export interface Entered {
  readonly token: string;
  readonly session: Session;
  /** To be called after the commit. */
  committed(): Promise<void>;
}

/** The only place where sessions begin, whichever way somebody comes in: none of them leaves out a second factor. */
export async function enter(trx: Trx, deps: EnterDeps, entering: Entering): Promise<Entered> {
  const { clock, sessions, outbox, signedInAgain } = deps;
  const { user, visitor, previous, secondFactor, isNewDevice } = entering;
  if (user.second_factor === 1 && !secondFactor) throw secondFactorRequired();
  const now = clock.now();
  const actor = actorFor(user, visitor);
  await recordActivity(trx, { ...actor, action: 'login', at: now });
  if (isNewDevice) await tellOwner(trx, deps, user, 'new device', visitor);
  const again = await signedInAgain(trx, actor, now);
  // Those that were begun before were sent away as well, and nothing would send them any more.
  if (again.inEverySession) await sessions.endAllOf(trx, [user.id]);
  if (previous !== null) await sessions.end(trx, previous.id);
  const begun = await sessions.start(trx, user, visitor, secondFactor);
  return {
    ...begun,
    async committed() {
      if (again.inEverySession) sessions.usersChanged([user.id]);
      await again.committed();
      if (previous !== null) sessions.ended(previous.id);
      if (isNewDevice) outbox.wake();
    },
  };
}
