import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import {
  SSO_CALLBACK_PATH,
  SSO_PAGES,
  SSO_PARAMETER,
  SSO_START_PATH,
  type SsoFailure,
} from '../../../../contract/auth/sso.rules.ts';
import { beginSsoLink, removeSsoLink, ssoState } from '../../../../contract/auth/sso.ts';
import { EMAIL_ENTRY_PATH } from '../../../../contract/verification/verification.rules.ts';
import { iso } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { HttpError, notFound } from '../../../errors.ts';
import { ssoCookie } from '../../../http/cookies.ts';
import { isOwnOrigin } from '../../../http/hosts.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { FLOW_MS } from './flows.ts';
import type { SingleSignOn } from './single-sign-on.ts';

const CHANGE = { access: 'back-office', fresh: 'always', limits: { rate: REQUESTS.ssoLinks } } as const;
const PAGE = { access: 'anyone', limits: { rate: REQUESTS.signInPages }, output: 'page' } as const;

/** Null unless it's a path on this site. Short, because providers limit the length of the state. */
const OwnPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?!\/)[\x21\x23-\x5b\x5d-\x7e]*$/)
  .nullable()
  .catch(null);

const Start = z.object({ page: z.enum(SSO_PAGES).catch('/auth'), next: OwnPath });
/** A repeated parameter is ambiguous, so it's ignored. */
const Callback = z.object({ state: z.string().optional().catch(undefined) });

const isoOrNull = (time: number | null | undefined) => (time == null ? null : iso(time));

const urlOf = (path: string, parameters: Record<string, string | null>) => {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

export function ssoRoutes(app: FastifyInstance, { config, sso }: { config: Config; sso: SingleSignOn | null }): void {
  const cookie = ssoCookie(config);
  const configured = () => {
    if (sso === null) throw notFound();
    return sso;
  };
  const remember = (reply: FastifyReply, browser: string) => cookie.write(reply, browser, FLOW_MS / 1000);
  /** Signed-in users never see the sign-in page, so the message goes to another one. */
  const leadBack = ({ session }: FastifyRequest, reply: FastifyReply, failure: SsoFailure, page: string | null) =>
    reply.redirect(urlOf(session === null ? (page ?? SSO_PAGES[0]) : EMAIL_ENTRY_PATH, { [SSO_PARAMETER]: failure }));

  serve(app, ssoState, {
    access: 'back-office',
    limits: { rate: 'unlimited' },
    handler: async ({ session }) => {
      const { provider, linkOf } = configured();
      const link = await linkOf(session.user.id);
      return { provider, linkedAt: isoOrNull(link?.linked_at), usedAt: isoOrNull(link?.used_at) };
    },
  });

  serve(app, beginSsoLink, {
    ...CHANGE,
    change: async ({ actor, request, reply }) => {
      const begun = await configured().beginLink(actor(), cookie.read(request));
      if (begun === null) throw unreachable();
      remember(reply, begun.browser);
      return { url: begun.url };
    },
  });

  serve(app, removeSsoLink, { ...CHANGE, change: ({ actor }) => configured().unlink(actor()) });

  // No HEAD route: a link preview must not use up a flow.
  app.get(SSO_START_PATH, { config: PAGE, exposeHeadRoute: false }, async (request, reply) => {
    const { beginSignIn } = configured();
    const { page, next } = Start.parse(request.query);
    // Against login CSRF: another site must not start a sign-in.
    if (!isOwnOrigin(request.headers, config)) return reply.redirect(page);
    const begun = await beginSignIn({ page, wanted: next }, cookie.read(request));
    if (begun === null) return leadBack(request, reply, 'unavailable', page);
    remember(reply, begun.browser);
    return reply.redirect(begun.url);
  });

  app.get(SSO_CALLBACK_PATH, { config: PAGE, exposeHeadRoute: false }, async (request, reply) => {
    const { state } = Callback.parse(request.query);
    const search = request.url.slice(request.url.indexOf('?'));
    const outcome = await configured().complete({
      search,
      state,
      browser: cookie.read(request),
      session: request.session,
      visitor: app.visitorOf(request),
      device: app.deviceCookie.read(request),
    });
    if (outcome.is === 'refused') return leadBack(request, reply, outcome.failure, outcome.page);
    if (outcome.is === 'linked') return reply.redirect(urlOf(EMAIL_ENTRY_PATH, { [SSO_PARAMETER]: 'linked' }));
    const { token, user, page, wanted } = outcome;
    app.sessionCookie.write(reply, token);
    app.deviceCookie.remember(request, reply, user.username_key, user.password_hash);
    return reply.redirect(urlOf(page, { next: wanted }));
  });
}

const unreachable = () => new HttpError('unavailable', ({ sso }) => sso.unavailable, 5);
