import type { FastifyInstance } from 'fastify';
import { type Portal, portal } from '../../../contract/boot/portal.ts';
import type { Core } from '../../core.ts';
import { serve } from '../../http/route.ts';
import type { Language } from '../../languages.ts';
import type { Session } from '../../sessions/sessions.ts';
import { presentCurrentUser } from '../auth/presenter.ts';
import type { SettingsStore } from '../settings/settings.ts';

interface PortalDeps extends Pick<Core, 'config' | 'languages'> {
  readonly logoUrl: string | null;
  readonly settings: SettingsStore;
}

export function portalFor(deps: PortalDeps, session: Session | null, { code }: Language): Portal {
  const { config, languages, logoUrl, settings } = deps;
  const { captcha, gate, mail, organisation } = config;
  return {
    organisation,
    captcha: { provider: captcha.provider, siteKey: captcha.provider === 'altcha' ? null : captcha.siteKey },
    language: code,
    languages: languages.choices,
    user: session === null ? null : presentCurrentUser(session),
    selfRegistration: config.selfRegistration,
    singleSignOn: config.oidc !== null,
    apiKeys: config.apiKeys,
    mailFrom: emailOf(mail.from),
    logoUrl,
    supportContact: settings.current.supportContact || null,
    gateRetryUrl: gate.mode === 'token' ? gate.retryUrl : null,
  };
}

/** "Example Ltd <portal@example.com>" → "portal@example.com" */
const emailOf = (sender: string) => /<(.+)>$/.exec(sender)?.[1] ?? sender;

export const portalRoutes = (app: FastifyInstance, deps: PortalDeps): void =>
  serve(app, portal, {
    access: 'anyone',
    limits: { rate: 'unlimited' },
    handler: ({ session, request }) => portalFor(deps, session, app.languageOf(request)),
  });
