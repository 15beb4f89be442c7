import type { SsoFailure, SsoPage } from '../../../../contract/auth/sso.rules.ts';
import type { FailureReason } from '../../../../contract/log/activity.rules.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import type { OidcConfig } from '../../../config.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { Trx, UserRow } from '../../../db/tables.ts';
import { notifyOwner } from '../../../delivery/notices/notices.ts';
import { HttpError } from '../../../errors.ts';
import { LIMITS } from '../../../limits/limits.ts';
import { logLines } from '../../../limits/log-lines.ts';
import { refusal } from '../../../sessions/access.ts';
import type { Session } from '../../../sessions/sessions.ts';
import { type Caller, sessionOf } from '../../../sessions/transact.ts';
import { actorFor, type Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { type AuthDeps, completeSignIn, type From, recordFailure } from '../complete-sign-in.ts';
import { type Begun, beginLinkFlow, endLinkFlows, signInFlows, takeFlow } from './flows.ts';
import { link, linkedUser, linkOf, markUsed, removeLinks, type Subject } from './links.ts';
import { provenAt, signInRefusal } from './policy.ts';
import { createProvider, type Identity, protocolWord, SsoRefused } from './provider.ts';

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;

interface SignInFrom {
  readonly page: SsoPage;
  readonly wanted: string | null;
}

interface CameBack extends Pick<From, 'visitor' | 'device'> {
  readonly search: string;
  readonly state: string | undefined;
  readonly browser: string | undefined;
  readonly session: Session | null;
}

type Outcome =
  | ({ readonly is: 'signed in'; readonly token: string; readonly user: UserRow } & SignInFrom)
  | { readonly is: 'linked' }
  | { readonly is: 'refused'; readonly failure: SsoFailure; readonly page: SsoPage | null };

const REASONS: Record<SsoFailure, FailureReason | null> = {
  'not-linked': 'single sign-on not linked',
  suspended: 'suspended',
  'second-factor': 'single sign-on without second factor',
  expired: 'single sign-on failed',
  failed: 'single sign-on failed',
  taken: null,
  cancelled: null,
  unavailable: null,
};

/** The session lacks the language for emails to the user. */
const ownerOf = (trx: Trx, userId: string) =>
  trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

export function createSingleSignOn(deps: AuthDeps, oidc: OidcConfig) {
  const { db, transact, clock, log } = deps;
  const signIns = signInFlows(deps);
  const isLogged = logLines(log, clock, LIMITS.ssoLines, 'single sign-ons that did not work left out');
  const provider = createProvider(oidc, deps);

  async function toProvider({ browser, ...checks }: Begun) {
    try {
      return { browser, url: (await provider.authorizationUrl(checks)).href };
    } catch (error) {
      if (error instanceof SsoRefused) return null;
      throw error;
    }
  }

  async function signIn(
    identity: Identity,
    page: SignInFrom,
    { session: previous, ...back }: CameBack,
  ): Promise<Outcome> {
    const refused = (user: UserRow) => new SsoRefused(signInRefusal(user, identity) ?? 'not-linked', { user });
    const { token, user } = await transact('guest', async (trx) => {
      const now = clock.now();
      const found = await linkedUser(trx, identity);
      if (found === undefined) throw new SsoRefused('not-linked');
      return completeSignIn(trx, deps, {
        user: found,
        from: { ...back, previous },
        way: 'single sign-on',
        secondFactor: identity.secondFactor,
        provenAt: provenAt(identity, now),
        refuse: () => refused(found),
        consume: async (current) => {
          const isAllowed = signInRefusal(current, identity) === null;
          if (!isAllowed || !(await markUsed(trx, current.id, identity, now))) throw refused(current);
        },
      });
    });
    return { is: 'signed in', token, user, ...page };
  }

  async function linkTo(subject: Subject, session: Session, visitor: Visitor): Promise<Outcome> {
    const { user } = session;
    const authority = { session, key: null, access: 'back-office', needsProof: false, wasChecked: false } as const;
    const actor: Caller = { ...actorFor(user, visitor), authority };
    await transact(actor, async (trx) => {
      const now = clock.now();
      const holder = await linkedUser(trx, subject);
      // A former staff member can't use the link, so it must not block others.
      if (holder !== undefined && !isStaff(holder.role)) await removeLinks(trx, [holder.id]);
      await link(trx, user.id, subject, now);
      const details = { change: 'sso linked', provider: provider.name } as const;
      await recordActivity(trx, { ...actor, action: 'profile_update', details, at: now });
      await notifyOwner(trx, deps, await ownerOf(trx, user.id), 'single sign-on linked', visitor);
    }).catch((error: unknown) => {
      if (error instanceof HttpError) throw new SsoRefused('expired');
      throw isUniqueViolation(error) ? new SsoRefused('taken') : error;
    });
    return { is: 'linked' };
  }

  return {
    provider: provider.name,

    beginSignIn: (from: SignInFrom, browser: string | undefined) => toProvider(signIns.begin(from, browser)),

    /** One flow at a time, so that an older one can't link another account later. */
    async beginLink(actor: Caller, browser: string | undefined) {
      const { id } = sessionOf(actor);
      await transact(actor, (trx) => endLinkFlows(trx, id));
      return toProvider(await beginLinkFlow(deps, actor, id, browser));
    },

    async complete(back: CameBack): Promise<Outcome> {
      const { search, state, browser, session, visitor } = back;
      const taken = await takeFlow(deps, signIns, state, browser);
      const { session_id: linking = null, page = null, wanted = null } = taken?.flow ?? {};
      try {
        if (taken === null || page === null) throw new SsoRefused('expired');
        const identity = await provider.identify(search, taken.checks);
        if (linking === null) return await signIn(identity, { page, wanted }, back);
        // Only in the session that asked: someone else may be using the browser by now.
        if (session?.id !== linking || refusal('back-office', session) !== null) throw new SsoRefused('expired');
        return await linkTo(identity, session, visitor);
      } catch (error) {
        if (!(error instanceof SsoRefused)) throw error;
        const { failure, user, cause } = error;
        if (cause !== undefined && isLogged())
          log.warn({ failure, word: protocolWord(cause) }, 'single sign-on did not work');
        const reason = REASONS[failure];
        if (linking === null && reason !== null) await recordFailure(deps, user, reason, visitor, 0);
        return { is: 'refused', failure, page };
      }
    },

    linkOf: (userId: string) => linkOf(db, userId),

    async unlink(actor: Caller): Promise<void> {
      await transact(actor, async (trx) => {
        const { id, user } = sessionOf(actor);
        await endLinkFlows(trx, id);
        const removed = await removeLinks(trx, [user.id]);
        if (removed.length === 0) return;
        const details = { change: 'sso unlinked', provider: provider.name } as const;
        await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
        await notifyOwner(trx, deps, await ownerOf(trx, user.id), 'single sign-on unlinked', actor.visitor);
      });
    },
  };
}
