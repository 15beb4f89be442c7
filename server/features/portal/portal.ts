import type { Portal } from '../../../contract/portal.ts';
import type { Config } from '../../config.ts';
import type { Session } from '../../http/sessions.ts';
import { presentCurrentUser } from '../auth/presenter.ts';

export function portalFor(config: Config, session: Session | null): Portal {
  const { captcha, organisation } = config;
  return {
    organisation,
    captcha: { provider: captcha.provider, siteKey: captcha.provider === 'altcha' ? null : captcha.siteKey },
    user: session === null ? null : presentCurrentUser(session.user),
  };
}
