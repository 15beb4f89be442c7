import { HttpError } from '../../errors.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import { checkOwnPassword, type OwnPasswordDeps } from '../auth/own-password.ts';

const wrongPassword = () => new HttpError('wrong_password', 'This is not your password. Please try again.');

export async function securityCheck(
  deps: OwnPasswordDeps,
  userId: string,
  password: string,
  visitor: Visitor,
): Promise<void> {
  const { db, clock } = deps;
  const { matches } = await checkOwnPassword(deps, userId, password);
  await recordActivity(db, {
    userId,
    action: matches ? 'profile_update' : 'failed_login',
    visitor,
    details: matches ? { change: 'security check passed' } : { reason: 'wrong password at the security check' },
    at: clock.now(),
  });
  if (!matches) throw wrongPassword();
}
