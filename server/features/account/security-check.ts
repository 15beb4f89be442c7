import { SECURITY_CHECK_PATH } from '../../../contract/redirects.rules.ts';
import { HttpError } from '../../errors.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import { checkOwnPassword, type OwnPasswordDeps } from '../auth/own-password.ts';
import type { Redirects } from '../redirects/redirects.ts';

const wrongPassword = () => new HttpError('wrong_password', 'This is not your password. Please try again.');

export interface SecurityCheckDeps extends OwnPasswordDeps {
  readonly redirects: Pick<Redirects, 'fulfil'>;
}

export async function securityCheck(
  deps: SecurityCheckDeps,
  session: Session,
  actor: Actor,
  password: string,
): Promise<void> {
  const { db, clock, redirects } = deps;
  const matches = await checkOwnPassword(deps, session, password, actor.visitor);
  const at = clock.now();
  if (!matches) {
    const details = { reason: 'wrong password at the security check' } as const;
    await recordActivity(db, { ...actor, action: 'failed_login', details, at });
    throw wrongPassword();
  }
  const fulfilled = await db.transaction().execute(async (trx) => {
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'security check passed' }, at });
    return redirects.fulfil(trx, SECURITY_CHECK_PATH, actor, at);
  });
  await fulfilled.committed();
}
