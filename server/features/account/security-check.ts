import type { Activity } from '../../../contract/activity.rules.ts';
import { HttpError } from '../../errors.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import { checkOwnPassword, type OwnPasswordDeps } from '../auth/own-password.ts';

const wrongPassword = () => new HttpError('wrong_password', 'This is not your password. Please try again.');

export async function securityCheck(
  deps: OwnPasswordDeps,
  session: Session,
  actor: Actor,
  password: string,
): Promise<void> {
  const { db, clock } = deps;
  const matches = await checkOwnPassword(deps, session, password, actor.visitor);
  const what: Activity = matches
    ? { action: 'profile_update', details: { change: 'security check passed' } }
    : { action: 'failed_login', details: { reason: 'wrong password at the security check' } };
  await recordActivity(db, { ...actor, ...what, at: clock.now() });
  if (!matches) throw wrongPassword();
}
