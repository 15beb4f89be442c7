import { sql } from 'kysely';
import type * as z from 'zod';
import type { FactorKinds, LoginInput } from '../../../contract/auth/auth.ts';
import type { FailureReason } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { HttpError, tooManyRequests } from '../../errors.ts';
import type { Device } from '../../http/cookies.ts';
import type { Passwords } from '../../passwords/hasher.ts';
import { isTemporaryPassword, type TemporaryDays } from '../../passwords/temporary.ts';
import type { Session } from '../../sessions/sessions.ts';
import { folded } from '../../text/names.ts';
import { networkOf } from '../../visitor/address.ts';
import { actorFor, type Visitor } from '../../visitor/visitor.ts';
import type { Captcha } from '../captcha/captcha.ts';
import type { RecordActivity } from '../log/activity/recorder.ts';
import {
  attemptsAt,
  countAttempt,
  countEverywhere,
  forgetFailures,
  GUESSED_FROM_MANY,
  type Origin,
  uncountAttempt,
} from './delays.ts';
import { beginSecondStep } from './pending-sign-in.ts';
import { hasTemporaryPasswordEnded, isNewDevice, isShort, maySignIn } from './policy.ts';
import { factorKinds } from './second-factor/queries.ts';
import { type StartedSession, type StartSessionDeps, startSession } from './start-session.ts';

export const wrongCredentials = (sentence = 'Invalid username or password') =>
  new HttpError('wrong_credentials', sentence);
export const accountSuspended = () =>
  new HttpError('account_suspended', 'Your account is suspended. Please contact the support team.');

const temporaryPasswordEnded = () =>
  new HttpError(
    'temporary_password_ended',
    'This temporary password has ended. Please ask the support team for a new one.',
  );

export interface SignInDeps
  extends StartSessionDeps,
    TemporaryDays,
    Pick<Core, 'db' | 'commit' | 'keys' | 'hasher' | 'rows'> {
  readonly captcha: Captcha;
  readonly record: RecordActivity;
  /** See `moments.ts`. */
  readonly moment: () => Promise<void>;
}

/** From where somebody signs in. */
export interface From {
  readonly visitor: Visitor;
  readonly device: Device | null;
  /** The session of the same browser: who signs in again leaves no second one behind. */
  readonly previous: Session | null;
}

const findByName = prepared<{ key: string }, UserRow>((db, { key }) =>
  db.selectFrom('users').selectAll().where('username_key', '=', key),
);

interface SignedIn extends Record<string, unknown> {
  id: string;
  oldHash: string;
  oldTemporary: string;
  newHash: string;
  short: number;
  now: number;
}

/** Being asked to sign in again is done with; a temporary password is no longer readable for staff. */
export const markSignedIn = prepared<SignedIn, UserRow>((db, { id, oldHash, oldTemporary, newHash, short, now }) =>
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

/** Somebody who is in. */
export interface SignedInResult extends Pick<StartedSession, 'token' | 'session'> {
  readonly passwordHash: string;
}

/** Somebody whose password was right, and who is to show one of these as well. */
interface SecondStepResult {
  readonly pending: string;
  readonly kinds: FactorKinds;
}

/** Unknown and known names take the same steps, the same time and get the same answer. */
export async function signIn(
  deps: SignInDeps,
  input: z.output<typeof LoginInput>,
  from: From,
): Promise<SignedInResult | SecondStepResult> {
  const { commit, moment, hasher, captcha } = deps;
  const { visitor } = from;
  const key = folded(input.username);
  const device = from.device?.knows(key) ? from.device : null;
  // By account and not by device: whoever can sign in gets as many devices as they like.
  const caller = { address: visitor.ipAddress, ...(device !== null && { known: `name:${key}` }) };
  const { attempt, passwordHash } = await hasher.withPlace(caller, async (passwords) => {
    const good = await captcha.check(input.recaptchaToken, visitor.ipAddress);
    await moment();
    const begun = await commit(async (trx) => {
      await captcha.useUp(trx, good);
      return count(trx, deps, { key, device, visitor });
    });
    if (begun.waitS > 0) throw tooManyRequests(begun.waitS);
    return { attempt: begun, passwordHash: await checkPassword(deps, begun.user, input.password, passwords) };
  });

  const { user } = attempt;
  if (user === undefined || passwordHash === null) {
    noticeGuessing(deps, user, attempt);
    await recordFailure(deps, user, user === undefined ? 'unknown username' : 'wrong password', visitor);
    throw wrongCredentials();
  }
  if (!maySignIn(user)) {
    await recordFailure(deps, user, 'suspended', visitor);
    throw accountSuspended();
  }
  if (hasTemporaryPasswordEnded(user, deps.settings.current.temporaryPasswordDays, deps.clock.now())) {
    await recordFailure(deps, user, 'temporary password ended', visitor);
    throw temporaryPasswordEnded();
  }
  await moment();
  const short = Number(isShort(input.password));
  if (user.second_factor === 1) {
    const pending = await commit(async (trx) => {
      await uncountAttempt(trx, { hash: attempt.own });
      if (attempt.fromEverywhere > 0) await uncountAttempt(trx, { hash: attempt.everywhere });
      await rememberLength(trx, user, short);
      return beginSecondStep(trx, deps, user, passwordHash);
    });
    return { pending, kinds: await factorKinds(deps.db, user.id) };
  }
  const begun = await commit((trx) => begin(trx, deps, { ...from, ...attempt, user, passwordHash, short }));
  return { ...begun, passwordHash };
}

export interface Attempt {
  readonly user: UserRow | undefined;
  /** Seconds; while they last nothing was counted. */
  readonly waitS: number;
  /** Under which it was counted. */
  readonly own: string;
  readonly everywhere: string;
  /** What strangers have tried on the account in this hour; zero for a known device. */
  readonly fromEverywhere: number;
}

/** Whoever guesses from many networks is not slowed down by delays: then captchas are harder, and the admins are told. */
export function noticeGuessing(
  { captcha, notify }: Pick<SignInDeps, 'captcha' | 'notify'>,
  user: UserRow | undefined,
  { fromEverywhere }: Pick<Attempt, 'fromEverywhere'>,
): void {
  if (fromEverywhere >= GUESSED_FROM_MANY) captcha.hardenForAnHour();
  if (user !== undefined && fromEverywhere === GUESSED_FROM_MANY)
    notify({ kind: 'guessing', user: { id: user.id, name: user.username } });
}

/** Counts the attempt as failed, by account and network. A device that knows the account's password has its own count. */
async function count(
  trx: Trx,
  deps: SignInDeps,
  { key, device, visitor }: { key: string; device: Device | null; visitor: Visitor },
): Promise<Attempt> {
  const {
    rows: [user],
  } = await findByName(trx, { key });
  return { user, ...(await countFailure(trx, deps, { key, user, device, visitor })) };
}

interface Tried {
  readonly key: string;
  readonly user: UserRow | undefined;
  readonly device: Device | null;
  readonly visitor: Visitor;
}

export async function countFailure(
  trx: Trx,
  { keys, clock }: Pick<SignInDeps, 'keys' | 'clock'>,
  { key, user, device, visitor }: Tried,
): Promise<Omit<Attempt, 'user'> & { readonly isKnown: boolean }> {
  const isKnown = device !== null && user !== undefined && device.knowsPassword(key, user.password_hash);
  const origin: Origin = isKnown ? `device:${device.id}` : `network:${networkOf(visitor.ipAddress)}`;
  const attempts = attemptsAt(keys, key);
  const own = attempts.from(origin);
  const everywhere = attempts.fromEverywhere;
  const waitS = await countAttempt(trx, own, clock.now());
  const isCounted = waitS === 0 && !isKnown;
  const fromEverywhere = isCounted ? await countEverywhere(trx, everywhere, clock.now()) : 0;
  return { waitS, own, everywhere, fromEverywhere, isKnown };
}

export async function recordFailure(
  { record, moment, clock, rows, notify }: SignInDeps,
  user: UserRow | undefined,
  reason: FailureReason,
  visitor: Visitor,
): Promise<void> {
  const what = { action: 'failed_login', details: { reason } } as const;
  const who = user === undefined ? { userId: null, visitor } : actorFor(user, visitor);
  // The captcha that was used up and the counts of the failure stay in any case.
  rows.spend(visitor.ipAddress, 3);
  if (rows.take(visitor.ipAddress, 'step') === 0) {
    await moment();
    await record({ ...what, ...who, at: clock.now() });
  }
  notify({ kind: 'failed-login', visitor });
}

/** The hash of the right password, null for a wrong one. Each way takes as long as the others. */
async function checkPassword(
  { keys }: SignInDeps,
  user: UserRow | undefined,
  password: string,
  passwords: Passwords,
): Promise<string | null> {
  if (user?.temporary_password && user.password_hash === '') {
    if (isTemporaryPassword(keys, user.temporary_password, password)) return passwords.hash(password);
  } else if (user !== undefined && user.password_hash !== '') {
    return (await passwords.verify(user.password_hash, password)) ? user.password_hash : null;
  }
  await passwords.verifyNothing(password);
  return null;
}

interface Verified extends From, Attempt {
  readonly user: UserRow;
  readonly passwordHash: string;
  readonly short: number;
}

/** Of a password from before it was remembered when it was set. */
async function rememberLength(trx: Trx, { id, password_hash, short_password }: UserRow, short: number): Promise<void> {
  if (short === short_password) return;
  await trx
    .updateTable('users')
    .set({ short_password: short })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}

/** Everything a successful sign-in changes, in one transaction. */
async function begin(trx: Trx, deps: SignInDeps, verified: Verified) {
  const { user, passwordHash, short, visitor, device, previous, own, everywhere, fromEverywhere } = verified;
  // Also the lock against what happened while the password was being checked: a suspension, a deletion or
  // a new password that was committed in the meantime wins, one that comes now waits and ends this session.
  const {
    rows: [current],
  } = await markSignedIn(trx, {
    id: user.id,
    oldHash: user.password_hash,
    oldTemporary: user.temporary_password ?? '',
    newHash: passwordHash,
    short,
    now: deps.clock.now(),
  });
  if (current === undefined) throw wrongCredentials();
  await forgetFailures(trx, { hash: own });
  if (fromEverywhere > 0) await uncountAttempt(trx, { hash: everywhere });
  const isNew = isNewDevice(user, device);
  return startSession(trx, deps, {
    user: current,
    visitor,
    previous,
    way: 'password',
    secondFactor: false,
    isNewDevice: isNew,
  });
}
