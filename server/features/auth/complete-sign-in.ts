import { sql } from 'kysely';
import type { FailureReason, SignInWay } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { afterCommit } from '../../db/transact.ts';
import { type NoticeDeps, notifyOwner } from '../../delivery/notices/notices.ts';
import { HttpError, secondFactorRequired } from '../../errors.ts';
import type { Device } from '../../http/cookies.ts';
import type { TemporaryDays } from '../../passwords/temporary.ts';
import type { Session } from '../../sessions/sessions.ts';
import { type Actor, actorFor, type Visitor } from '../../visitor/visitor.ts';
import type { Captcha } from '../captcha/captcha.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { RecordActivity } from '../log/activity/recorder.ts';
import type { Notify } from '../notifications/events.ts';
import { userChanged } from '../programs/webhooks/causes.ts';
import type { Emit } from '../programs/webhooks/emit.ts';
import { type Attempt, GUESSED_FROM_MANY } from './delays.ts';
import { isNewDevice, maySignIn } from './policy.ts';

export interface AuthDeps extends Core, NoticeDeps, TemporaryDays {
  readonly captcha: Captcha;
  readonly notify: Notify;
  readonly record: RecordActivity;
  readonly emit: Emit;
  /** Ends redirects that ask for a new sign-in. True if one applied to every session of the user. */
  readonly signedInAgain: (trx: Trx, actor: Actor, at: number) => Promise<boolean>;
  /** Await it before a commit (`commitDelays`). */
  readonly commitDelay: () => Promise<void>;
}

export interface From {
  readonly visitor: Visitor;
  readonly device: Device | null;
  readonly previous: Session | null;
  /** Token of a sign-in that still needs its second step. */
  readonly pendingToken?: string | undefined;
}

interface CheckedSignIn {
  readonly user: UserRow;
  readonly from: From;
  readonly way: SignInWay;
  readonly secondFactor: boolean;
  /** Single sign-on may have asked for the factor hours ago. */
  readonly provenAt?: number;
  /** The hash is new after the first use of a temporary password. */
  readonly password?: { readonly hash: string; readonly short: number };
  /** Called if the user was suspended, deleted or given another password since `user` was read. */
  readonly refuse: () => Error;
  readonly consume: (user: UserRow) => Promise<void>;
}

export interface SignedIn {
  readonly token: string;
  readonly session: Session;
  readonly user: UserRow;
}

type Marked = Pick<UserRow, 'id' | 'password_hash' | 'short_password' | 'temporary_password'> & {
  oldHash: string;
  oldTemporary: string;
  now: number;
  language: string | null;
};

/** The update also locks the account. */
const markSignedIn = prepared<Marked, UserRow>((db, given) =>
  db
    .updateTable('users')
    .set({
      password_hash: given.password_hash,
      short_password: given.short_password,
      temporary_password: given.temporary_password,
      status: 'active',
      signed_in_at: given.now,
      active_at: given.now,
      signed_in_language: given.language,
    })
    .where('id', '=', given.id)
    .where('status', '!=', 'suspended')
    .where('password_hash', '=', given.oldHash)
    .where(sql<boolean>`coalesce(temporary_password, '') = ${given.oldTemporary}`)
    .returningAll(),
);

/** The only place where sessions start, so that no way in skips the second factor. */
export async function completeSignIn(trx: Trx, deps: AuthDeps, checked: CheckedSignIn): Promise<SignedIn> {
  const { clock, sessions, notify, signedInAgain } = deps;
  const { user: before, password } = checked;
  const { visitor, device, previous } = checked.from;
  const now = clock.now();
  // A suspension committed during the check wins; a later one waits, then ends this session.
  const { rows } = await markSignedIn(trx, {
    id: before.id,
    oldHash: before.password_hash,
    oldTemporary: before.temporary_password ?? '',
    password_hash: password?.hash ?? before.password_hash,
    short_password: password?.short ?? before.short_password,
    temporary_password: password === undefined ? before.temporary_password : null,
    now,
    language: visitor.language ?? null,
  });
  const [user] = rows;
  if (user === undefined) throw checked.refuse();
  await checked.consume(user);
  if (user.second_factor === 1 && !checked.secondFactor) throw secondFactorRequired();
  const actor = actorFor(user, visitor);
  await recordActivity(trx, { ...actor, action: 'login', details: { way: checked.way }, at: now });
  // This sign-in ended `needs_auth`, which is not in the log as a change by staff.
  if (before.status !== user.status) await deps.emit(trx, userChanged(user, ['status'], user.id));
  // Not in this browser's language: it may be an attacker's.
  const owner = { ...user, signed_in_language: before.signed_in_language };
  if (isNewDevice(before, device)) await notifyOwner(trx, deps, owner, 'new device', visitor);
  // The redirect also kept older sessions out, and is gone now.
  if (await signedInAgain(trx, actor, now)) await sessions.endAllOf(trx, [user.id]);
  if (previous !== null) await sessions.end(trx, previous.id, previous.tokenHash);
  afterCommit(trx, () =>
    notify({ kind: 'login', user: { id: user.id, name: user.username }, role: user.role, visitor }),
  );
  const started = await sessions.start(trx, user, visitor, checked.secondFactor, checked.provenAt);
  return { ...started, user };
}

/** Rows that a try can cause: a used captcha and two counters. */
const ROWS_OF_A_TRY = 3;

export async function recordFailure(
  { record, commitDelay, clock, rows, notify }: AuthDeps,
  user: UserRow | undefined,
  reason: FailureReason,
  visitor: Visitor,
  otherRows = ROWS_OF_A_TRY,
): Promise<void> {
  const who = user === undefined ? { userId: null, visitor } : actorFor(user, visitor);
  rows.spend(visitor.ipAddress, otherRows);
  if (rows.take(visitor.ipAddress, 'step') === 0) {
    await commitDelay();
    await record({ ...who, action: 'failed_login', details: { reason }, at: clock.now() });
  }
  notify({ kind: 'failed-login', visitor });
}

/** Delays don't stop guessing from many networks, so make captchas harder and notify admins. */
export function noticeGuessing(
  { captcha, notify }: AuthDeps,
  user: UserRow | undefined,
  { fromEverywhere }: Attempt,
): void {
  if (fromEverywhere >= GUESSED_FROM_MANY) captcha.hardenForAnHour();
  if (user !== undefined && fromEverywhere === GUESSED_FROM_MANY)
    notify({ kind: 'guessing', user: { id: user.id, name: user.username } });
}

const accountSuspended = () => new HttpError('account_suspended', ({ errors }) => errors.accountSuspended);

export async function refuseSuspended(deps: AuthDeps, user: UserRow, visitor: Visitor): Promise<void> {
  if (maySignIn(user)) return;
  await recordFailure(deps, user, 'suspended', visitor);
  throw accountSuspended();
}
