import type { SsoFailure, SsoPage } from '../../../../contract/auth/sso.rules.ts';
import type { FailureReason } from '../../../../contract/log/activity.rules.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import type { Core } from '../../../core.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { Trx, UserRow } from '../../../db/tables.ts';
import { HttpError } from '../../../errors.ts';
import type { Device } from '../../../http/cookies.ts';
import { refusal } from '../../../sessions/access.ts';
import type { Session } from '../../../sessions/sessions.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { actorFor, type Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { RecordActivity } from '../../log/activity/recorder.ts';
import { type NoticeDeps, tellOwner } from '../../notices/notices.ts';
import { isNewDevice } from '../policy.ts';
import { type StartSessionDeps, startSession } from '../start-session.ts';
import { beginFlow, endLinkFlows, takeFlow } from './flows.ts';
import { link, linkedUser, linkOf, markUsed, removeLinks, type Subject } from './links.ts';
import { provenAt, signInRefusal } from './policy.ts';
import { createProvider, type Identity } from './provider.ts';
import { protocolWord, SsoRefused } from './refused.ts';

export interface SsoDeps
  extends StartSessionDeps,
    NoticeDeps,
    Pick<Core, 'config' | 'db' | 'transact' | 'clock' | 'keys' | 'log' | 'rows' | 'fetch'> {
  readonly record: RecordActivity;
}

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;

/** Where a person began to sign in, and where they wanted to go. */
interface SignInFrom {
  readonly page: SsoPage;
  readonly wanted: string | null;
}

interface CameBack {
  /** What the browser was led back with. */
  readonly search: string;
  readonly state: string | undefined;
  /** The browser's cookie. */
  readonly browser: string | undefined;
  readonly session: Session | null;
  readonly visitor: Visitor;
  readonly device: Device | null;
}

type Outcome =
  | ({ readonly is: 'signed in'; readonly token: string; readonly user: UserRow } & SignInFrom)
  | { readonly is: 'linked' }
  | { readonly is: 'refused'; readonly failure: SsoFailure; readonly page: SsoPage | null };

/** Which entry a failed sign-in leaves; none where the person themselves went back. */
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
    return { browser, url: (await provider.addressFor(checks)).href };
  }

  async function recordFailure(failure: SsoFailure, user: UserRow | undefined, visitor: Visitor): Promise<void> {
    const reason = REASONS[failure];
    if (reason === null) return;
    const who = user === undefined ? { userId: null, visitor } : actorFor(user, visitor);
    if (rows.take(visitor.ipAddress, 'step') === 0)
      await record({ ...who, action: 'failed_login', details: { reason }, at: clock.now() });
    notify({ kind: 'failed-login', visitor });
  }

  /** Everything that signing in changes, in one transaction. */
  async function enterAs(trx: Trx, identity: Identity, { visitor, device, session: previous }: CameBack) {
    const now = clock.now();
    const found = await linkedUser(trx, identity);
    const refuse = (user: UserRow | undefined) => {
      const failure = signInRefusal(user, identity);
      if (failure !== null) throw new SsoRefused(failure, { user });
    };
    refuse(found);
    // Also the lock against what happens at the same time: a suspension, another role, a second factor.
    const user = await trx
      .updateTable('users')
      .set({ status: 'active', updated_at: now, signed_in_at: now })
      .where('id', '=', (found as UserRow).id)
      .where('status', '!=', 'suspended')
      .returningAll()
      .executeTakeFirst();
    refuse(user);
    const current = user as UserRow;
    if (!(await markUsed(trx, current.id, identity, now))) throw new SsoRefused('not-linked', { user: current });
    const { secondFactor } = identity;
    const started = await startSession(trx, deps, {
      user: current,
      visitor,
      previous,
      way: 'single sign-on',
      secondFactor,
      provenAt: provenAt(identity, now),
      isNewDevice: isNewDevice(found as UserRow, device),
    });
    return { ...started, user: current };
  }

  async function signIn(identity: Identity, from: SignInFrom, back: CameBack): Promise<Outcome> {
    const { token, user } = await transact('guest', (trx) => enterAs(trx, identity, back));
    return { is: 'signed in', token, user, ...from };
  }

  async function linkTo(subject: Subject, session: Session, visitor: Visitor): Promise<Outcome> {
    const { user } = session;
    const authority = { session, access: 'back-office', needsProof: false, wasChecked: false } as const;
    const actor: Caller = { ...actorFor(user, visitor), authority };
    await transact(actor, async (trx) => {
      const now = clock.now();
      const holder = await linkedUser(trx, subject);
      // Who is no longer staff cannot use it, and must not stand in the way.
      if (holder !== undefined && !isStaff(holder.role)) await removeLinks(trx, [holder.id]);
      await link(trx, user.id, subject, now);
      const details = { change: 'sso linked', provider: provider.name } as const;
      await recordActivity(trx, { ...actor, action: 'profile_update', details, at: now });
      await tellOwner(trx, deps, user, 'single sign-on linked', visitor);
    }).catch((error: unknown) => {
      if (error instanceof HttpError) throw new SsoRefused('expired');
      throw isUniqueViolation(error) ? new SsoRefused('taken') : error;
    });
    return { is: 'linked' };
  }

  return {
    provider: provider.name,

    /** Where a stranger's browser goes on; null where strangers have begun too much already. */
    async beginSignIn(from: SignInFrom, browser: string | undefined, visitor: Visitor) {
      if (rows.take(visitor.ipAddress, 'step') > 0) return null;
      return begin('guest', { ...from, browser, session_id: null });
    },

    /** One at a time for each session: what was begun before must not end after it, with another account of the provider. */
    async beginLink(actor: Caller, session: Session, browser: string | undefined) {
      await transact(actor, (trx) => endLinkFlows(trx, session.id));
      return begin(actor, { page: '/auth', wanted: null, browser, session_id: session.id });
    },

    /** What comes of it when a browser comes back from the provider. */
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
        // Another session than the one that asked for it, or none: somebody else may sit there now.
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
        await tellOwner(trx, deps, session.user, 'single sign-on unlinked', actor.visitor);
      });
    },
  };
}
