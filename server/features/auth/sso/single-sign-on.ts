import type { SsoFailure, SsoPage } from '../../../../contract/auth/sso.rules.ts';
import type { FailureReason } from '../../../../contract/log/activity.rules.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import type { Core } from '../../../core.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { UserRow } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import { refusal } from '../../../sessions/access.ts';
import type { Session } from '../../../sessions/sessions.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { actorFor, type Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { RecordActivity } from '../../log/activity/recorder.ts';
import { notifyOwner } from '../../notices/notices.ts';
import { type CompleteSignInDeps, completeSignIn, type From } from '../complete-sign-in.ts';
import { beginFlow, endLinkFlows, takeFlow } from './flows.ts';
import { link, linkedUser, linkOf, markUsed, removeLinks, type Subject } from './links.ts';
import { provenAt, signInRefusal } from './policy.ts';
import { createProvider, type Identity } from './provider.ts';
import { protocolWord, SsoRefused } from './refused.ts';

export interface SsoDeps
  extends CompleteSignInDeps,
    Pick<Core, 'config' | 'db' | 'transact' | 'clock' | 'keys' | 'log' | 'rows' | 'fetch'> {
  readonly record: RecordActivity;
}

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

export function createSingleSignOn(deps: SsoDeps, oidc: NonNullable<Core['config']['oidc']>) {
  const { db, transact, clock, log, rows, notify, record } = deps;
  const provider = createProvider(oidc, deps);

  async function begin(by: Caller | 'guest', beginning: Omit<Parameters<typeof beginFlow>[2], 'now'>) {
    const { browser, ...checks } = await beginFlow(deps, by, { ...beginning, now: clock.now() });
    return { browser, url: (await provider.authorizationUrl(checks)).href };
  }

  async function recordFailure(failure: SsoFailure, user: UserRow | undefined, visitor: Visitor): Promise<void> {
    const reason = REASONS[failure];
    if (reason === null) return;
    const who = user === undefined ? { userId: null, visitor } : actorFor(user, visitor);
    if (rows.take(visitor.ipAddress, 'step') === 0)
      await record({ ...who, action: 'failed_login', details: { reason }, at: clock.now() });
    notify({ kind: 'failed-login', visitor });
  }

  async function signIn(
    identity: Identity,
    page: SignInFrom,
    { session: previous, ...back }: CameBack,
  ): Promise<Outcome> {
    const refused = (user: UserRow | undefined) => {
      const failure = signInRefusal(user, identity);
      return failure === null ? null : new SsoRefused(failure, { user });
    };
    const { token, user } = await transact('guest', async (trx) => {
      const now = clock.now();
      const found = await linkedUser(trx, identity);
      const problem = refused(found);
      if (found === undefined || problem !== null) throw problem;
      return completeSignIn(trx, deps, {
        user: found,
        from: { ...back, previous },
        way: 'single sign-on',
        secondFactor: identity.secondFactor,
        provenAt: provenAt(identity, now),
        refuse: () => new SsoRefused('not-linked'),
        consume: async (current) => {
          // Role or second factor may have changed since the account was found.
          const changed = refused(current);
          if (changed !== null) throw changed;
          if (!(await markUsed(trx, current.id, identity, now))) throw new SsoRefused('not-linked', { user: current });
        },
      });
    });
    return { is: 'signed in', token, user, ...page };
  }

  async function linkTo(subject: Subject, session: Session, visitor: Visitor): Promise<Outcome> {
    const { user } = session;
    const authority = { session, access: 'back-office', needsProof: false, wasChecked: false } as const;
    const actor: Caller = { ...actorFor(user, visitor), authority };
    await transact(actor, async (trx) => {
      const now = clock.now();
      const holder = await linkedUser(trx, subject);
      // A former staff member can't use the link, and must not block it.
      if (holder !== undefined && !isStaff(holder.role)) await removeLinks(trx, [holder.id]);
      await link(trx, user.id, subject, now);
      const details = { change: 'sso linked', provider: provider.name } as const;
      await recordActivity(trx, { ...actor, action: 'profile_update', details, at: now });
      await notifyOwner(trx, deps, user, 'single sign-on linked', visitor);
    }).catch((error: unknown) => {
      if (error instanceof HttpError) throw new SsoRefused('expired');
      throw isUniqueViolation(error) ? new SsoRefused('taken') : error;
    });
    return { is: 'linked' };
  }

  return {
    provider: provider.name,

    /** Null if anonymous visitors have too many open flows. */
    async beginSignIn(from: SignInFrom, browser: string | undefined, visitor: Visitor) {
      if (rows.take(visitor.ipAddress, 'step') > 0) return null;
      return begin('guest', { ...from, browser, session_id: null });
    },

    /** One at a time, so that an older flow cannot link another account afterwards. */
    async beginLink(actor: Caller, session: Session, browser: string | undefined) {
      await transact(actor, (trx) => endLinkFlows(trx, session.id));
      return begin(actor, { page: '/auth', wanted: null, browser, session_id: session.id });
    },

    async complete(back: CameBack): Promise<Outcome> {
      const { search, state, browser, session, visitor } = back;
      const taken = await takeFlow(deps, state, browser, clock.now());
      if (taken === null) {
        await recordFailure('expired', undefined, visitor);
        return { is: 'refused', failure: 'expired', page: null };
      }
      const { session_id: linking, page, wanted } = taken.flow;
      try {
        const identity = await provider.identify(search, taken.checks);
        if (linking === null) return await signIn(identity, { page, wanted }, back);
        // Link only in the session that asked: another person may be at the screen now.
        if (session?.id !== linking || refusal('back-office', { session, passedGate: false }) !== null)
          throw new SsoRefused('expired');
        return await linkTo(identity, session, visitor);
      } catch (error) {
        if (!(error instanceof SsoRefused)) throw error;
        const { failure, user, cause } = error;
        if (cause !== undefined) log.warn({ failure, word: protocolWord(cause) }, 'single sign-on did not work');
        if (linking === null) await recordFailure(failure, user, visitor);
        return { is: 'refused', failure, page };
      }
    },

    linkOf: (userId: string) => linkOf(db, userId),

    async unlink(session: Session, actor: Caller): Promise<void> {
      await transact(actor, async (trx) => {
        await endLinkFlows(trx, session.id);
        const removed = await removeLinks(trx, [session.user.id]);
        if (removed.length === 0) return;
        const details = { change: 'sso unlinked', provider: provider.name } as const;
        await recordActivity(trx, { ...actor, action: 'profile_update', details, at: clock.now() });
        await notifyOwner(trx, deps, session.user, 'single sign-on unlinked', actor.visitor);
      });
    },
  };
}
