import { SECURITY_CHECK_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { HttpError } from '../../errors.ts';
import type { Caller } from '../../sessions/transact.ts';
import { checkOwnPassword, type OwnPasswordDeps } from '../auth/own-password.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { Redirects } from '../redirects/redirects.ts';

const wrongPassword = () => new HttpError('wrong_password', 'This is not your password. Please try again.');

export interface SecurityCheckDeps extends OwnPasswordDeps {
  readonly redirects: Pick<Redirects, 'fulfil'>;
}

export async function passSecurityCheck(deps: SecurityCheckDeps, actor: Caller, password: string): Promise<void> {
  const { transact, clock, redirects } = deps;
  const matches = await checkOwnPassword(deps, actor, password);
  const at = clock.now();
  if (!matches) {
    const details = { reason: 'wrong password at the security check' } as const;
    await transact(actor, (trx) => recordActivity(trx, { ...actor, action: 'failed_login', details, at }));
    throw wrongPassword();
  }
  await transact(actor, async (trx) => {
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'security check passed' }, at });
    await redirects.fulfil(trx, SECURITY_CHECK_PATH, actor, at);
  });
}
