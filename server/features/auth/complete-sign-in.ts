import { sql } from 'kysely';
import type { SignInWay } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { secondFactorRequired } from '../../errors.ts';
import type { Device } from '../../http/cookies.ts';
import type { Session } from '../../sessions/sessions.ts';
import { type Actor, actorFor, type Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { type NoticeDeps, notifyOwner } from '../notices/notices.ts';
import type { Notify } from '../notifications/events.ts';
import { isNewDevice } from './policy.ts';

export interface CompleteSignInDeps extends NoticeDeps, Pick<Core, 'sessions'> {
  readonly notify: Notify;
  /** Ends redirects that ask for a new sign-in. Answers whether one of them was for every session of the user. */
  readonly signedInAgain: (trx: Trx, actor: Actor, at: number) => Promise<boolean>;
}

export interface From {
  readonly visitor: Visitor;
  readonly device: Device | null;
  readonly previous: Session | null;
}

interface CheckedSignIn {
  /** As it was read before password, factor or provider were checked. */
  readonly user: UserRow;
  readonly from: From;
  readonly way: SignInWay;
  /** A passkey that verified the person, a one-time password or a recovery code. */
  readonly secondFactor: boolean;
  /** Unless that is now: an SSO provider may have asked hours ago. */
  readonly provenAt?: number;
  readonly password?: { readonly hash: string; readonly short: number };
  /** The account was suspended or deleted, or its password changed, since `user` was read. */
  readonly refuse: () => Error;
  /** Uses up what was shown, with the account locked. */
  readonly consume: (user: UserRow) => Promise<void>;
}

interface CompletedSignIn {
  readonly token: string;
  readonly session: Session;
  readonly user: UserRow;
}

const markSignedIn = prepared<{ id: string; now: number }, UserRow>((db, { id, now }) =>
  db
    .updateTable('users')
    .set({ status: 'active', updated_at: now, signed_in_at: now })
    .where('id', '=', id)
    .where('status', '!=', 'suspended')
    .returningAll(),
);

interface ByPassword extends Record<string, unknown> {
  id: string;
  oldHash: string;
  oldTemporary: string;
  newHash: string;
  short: number;
  now: number;
}

const markSignedInByPassword = prepared<ByPassword, UserRow>((db, { id, oldHash, oldTemporary, newHash, short, now }) =>
  db
    .updateTable('users')
    .set({
      status: 'active',
      password_hash: newHash,
      short_password: short,
      temporary_password: null,
      updated_at: now,
      signed_in_at: now,
    })
    .where('id', '=', id)
    .where('status', '!=', 'suspended')
    .where('password_hash', '=', oldHash)
    .where(sql<boolean>`coalesce(temporary_password, '') = ${oldTemporary}`)
    .returningAll(),
);

async function markAndLock(trx: Trx, { user, password }: CheckedSignIn, now: number): Promise<UserRow | undefined> {
  const { rows } = await (password === undefined
    ? markSignedIn(trx, { id: user.id, now })
    : markSignedInByPassword(trx, {
        id: user.id,
        oldHash: user.password_hash,
        oldTemporary: user.temporary_password ?? '',
        newHash: password.hash,
        short: password.short,
        now,
      }));
  return rows[0];
}

/** The end of every sign-in, and the only place where sessions start: no way in skips the second factor. */
export async function completeSignIn(
  trx: Trx,
  deps: CompleteSignInDeps,
  checked: CheckedSignIn,
): Promise<CompletedSignIn> {
  const { clock, sessions, notify, signedInAgain } = deps;
  const { visitor, device, previous } = checked.from;
  const now = clock.now();
  // A suspension that was committed during the check wins; one that comes now waits and ends this session.
  const user = await markAndLock(trx, checked, now);
  if (user === undefined) throw checked.refuse();
  await checked.consume(user);
  if (user.second_factor === 1 && !checked.secondFactor) throw secondFactorRequired();
  const actor = actorFor(user, visitor);
  await recordActivity(trx, { ...actor, action: 'login', details: { way: checked.way }, at: now });
  if (isNewDevice(checked.user, device)) await notifyOwner(trx, deps, user, 'new device', visitor);
  // Older sessions were redirected to sign in too, and that redirect is gone now.
  if (await signedInAgain(trx, actor, now)) await sessions.endAllOf(trx, [user.id]);
  if (previous !== null) await sessions.endOwn(trx, previous);
  afterCommit(trx, () =>
    notify({ kind: 'login', user: { id: user.id, name: user.username }, role: user.role, visitor }),
  );
  const started = await sessions.start(trx, user, visitor, checked.secondFactor, checked.provenAt);
  return { ...started, user };
}
