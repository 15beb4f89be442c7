import type { SignInWay } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { secondFactorRequired } from '../../errors.ts';
import type { Session } from '../../sessions/sessions.ts';
import { type Actor, actorFor, type Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { type NoticeDeps, tellOwner } from '../notices/notices.ts';
import type { Notify } from '../notifications/events.ts';

export interface StartSessionDeps extends NoticeDeps, Pick<Core, 'sessions'> {
  readonly notify: Notify;
  /** Ends what was to be ended by signing in again. Answers whether every session was sent to do so. */
  readonly signedInAgain: (trx: Trx, actor: Actor, at: number) => Promise<boolean>;
}

interface SignIn {
  /** As the same transaction has read or written it. */
  readonly user: UserRow;
  readonly visitor: Visitor;
  /** The session of the same browser: who signs in again leaves no second one behind. */
  readonly previous: Session | null;
  readonly way: SignInWay;
  /** Whether one was shown: a passkey with its own check of the person, a one-time password, a recovery code. */
  readonly secondFactor: boolean;
  /** When the person showed that it is them, where that is not now: a provider may have asked for it hours ago. */
  readonly provenAt?: number;
  /** See `policy.ts`: asked before the account is marked as one that somebody has signed in to. */
  readonly isNewDevice: boolean;
}

export interface StartedSession {
  readonly token: string;
  readonly session: Session;
}

/** The only place where sessions begin, whichever way somebody comes in: none of them leaves out a second factor. */
export async function startSession(trx: Trx, deps: StartSessionDeps, by: SignIn): Promise<StartedSession> {
  const { clock, sessions, notify, signedInAgain } = deps;
  const { user, visitor, previous, way, secondFactor, provenAt, isNewDevice } = by;
  if (user.second_factor === 1 && !secondFactor) throw secondFactorRequired();
  const now = clock.now();
  const actor = actorFor(user, visitor);
  await recordActivity(trx, { ...actor, action: 'login', details: { way }, at: now });
  if (isNewDevice) await tellOwner(trx, deps, user, 'new device', visitor);
  // Those that were begun before were sent away as well, and nothing would send them any more.
  if (await signedInAgain(trx, actor, now)) await sessions.endAllOf(trx, [user.id]);
  if (previous !== null) await sessions.endOwn(trx, previous);
  afterCommit(trx, () =>
    notify({ kind: 'login', user: { id: user.id, name: user.username }, role: user.role, visitor }),
  );
  return sessions.start(trx, user, visitor, secondFactor, provenAt);
}
