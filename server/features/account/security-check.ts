import { SECURITY_CHECK_PATH } from '../../../contract/redirects/redirects.rules.ts';
import type { Caller } from '../../sessions/transact.ts';
import { checkOwnPassword, type OwnPasswordDeps, type WrongPassword } from '../auth/own-password.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { Redirects } from '../redirects/redirects.ts';

const WRONG: WrongPassword = {
  reason: 'wrong password at the security check',
  sentence: ({ errors }) => errors.wrongPasswordTryAgain,
};

export interface SecurityCheckDeps extends OwnPasswordDeps {
  readonly redirects: Pick<Redirects, 'fulfil'>;
}

export async function passSecurityCheck(deps: SecurityCheckDeps, actor: Caller, password: string): Promise<void> {
  const { transact, clock, redirects } = deps;
  await checkOwnPassword(deps, actor, password, WRONG);
  const at = clock.now();
  await transact(actor, async (trx) => {
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'security check passed' }, at });
    await redirects.fulfil(trx, SECURITY_CHECK_PATH, actor, at);
  });
}
