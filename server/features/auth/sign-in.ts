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
import { type CompleteSignInDeps, completeSignIn, type From } from './complete-sign-in.ts';
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
import { hasTemporaryPasswordEnded, isShort, maySignIn } from './policy.ts';
import { factorKinds } from './second-factor/queries.ts';

export const wrongCredentials = (sentence = 'Invalid username or password') =>
  new HttpError('wrong_credentials', sentence);
const accountSuspended = () =>
  new HttpError('account_suspended', 'Your account is suspended. Please contact the support team.');

const temporaryPasswordEnded = () =>
  new HttpError(
    'temporary_password_ended',
    'This temporary password has ended. Please ask the support team for a new one.',
  );

export interface SignInDeps
  extends CompleteSignInDeps,
    TemporaryDays,
    Pick<Core, 'db' | 'commit' | 'keys' | 'hasher' | 'rows'> {
  readonly captcha: Captcha;
  readonly record: RecordActivity;
  /** Delays a commit under load (`commit-delay.ts`). */
  readonly commitDelay: () => Promise<void>;
}

const findByName = prepared<{ key: string }, UserRow>((db, { key }) =>
  db.selectFrom('users').selectAll().where('username_key', '=', key),
);

export interface SignedIn {
  readonly token: string;
  readonly session: Session;
  readonly passwordHash: string;
}

/** The password was right; one of these factors is missing. */
interface PendingSignIn {
  readonly pending: string;
  readonly kinds: FactorKinds;
}

/** Unknown usernames take the same steps and time and get the same answer. */
export async function signIn(
  deps: SignInDeps,
  input: z.output<typeof LoginInput>,
  from: From,
): Promise<SignedIn | PendingSignIn> {
  const { commit, commitDelay, hasher, captcha } = deps;
  const { visitor } = from;
  const key = folded(input.username);
  const device = from.device?.knows(key) ? from.device : null;
  // By account, because one account can collect any number of devices.
  const caller = { address: visitor.ipAddress, ...(device !== null && { known: `name:${key}` }) };
  const { attempt, passwordHash } = await hasher.withPlace(caller, async (passwords) => {
    const good = await captcha.check(input.recaptchaToken, visitor.ipAddress);
    await commitDelay();
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
  await refuseSuspended(deps, user, visitor);
  if (hasTemporaryPasswordEnded(user, deps.settings.current.temporaryPasswordDays, deps.clock.now())) {
    await recordFailure(deps, user, 'temporary password ended', visitor);
    throw temporaryPasswordEnded();
  }
  await commitDelay();
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
  const signedIn = await commit((trx) =>
    completeSignIn(trx, deps, {
      user,
      from,
      way: 'password',
      secondFactor: false,
      password: { hash: passwordHash, short },
      refuse: wrongCredentials,
      consume: () => forgetAttempt(trx, attempt),
    }),
  );
  return { ...signedIn, passwordHash };
}

export interface Attempt {
  readonly user: UserRow | undefined;
  /** Seconds to wait; nothing was counted. */
  readonly waitS: number;
  readonly own: string;
  readonly everywhere: string;
  /** Tries by unknown devices within the hour; zero for a known device. */
  readonly fromEverywhere: number;
}

/** Delays don't slow down guessing from many networks: make captchas harder and notify the admins. */
export function noticeGuessing(
  { captcha, notify }: Pick<SignInDeps, 'captcha' | 'notify'>,
  user: UserRow | undefined,
  { fromEverywhere }: Pick<Attempt, 'fromEverywhere'>,
): void {
  if (fromEverywhere >= GUESSED_FROM_MANY) captcha.hardenForAnHour();
  if (user !== undefined && fromEverywhere === GUESSED_FROM_MANY)
    notify({ kind: 'guessing', user: { id: user.id, name: user.username } });
}

/** Counts the attempt as failed. A device that knows the password has a counter of its own. */
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
  { record, commitDelay, clock, rows, notify }: SignInDeps,
  user: UserRow | undefined,
  reason: FailureReason,
  visitor: Visitor,
): Promise<void> {
  const what = { action: 'failed_login', details: { reason } } as const;
  const who = user === undefined ? { userId: null, visitor } : actorFor(user, visitor);
  // The used captcha and the counters are rows too.
  rows.spend(visitor.ipAddress, 3);
  if (rows.take(visitor.ipAddress, 'step') === 0) {
    await commitDelay();
    await record({ ...what, ...who, at: clock.now() });
  }
  notify({ kind: 'failed-login', visitor });
}

export async function refuseSuspended(deps: SignInDeps, user: UserRow, visitor: Visitor): Promise<void> {
  if (maySignIn(user)) return;
  await recordFailure(deps, user, 'suspended', visitor);
  throw accountSuspended();
}

/** In the order in which it was counted: transactions that lock rows in one order cannot deadlock. */
export async function forgetAttempt(
  trx: Trx,
  { own, everywhere, fromEverywhere }: Pick<Attempt, 'own' | 'everywhere' | 'fromEverywhere'>,
): Promise<void> {
  await forgetFailures(trx, { hash: own });
  if (fromEverywhere > 0) await uncountAttempt(trx, { hash: everywhere });
}

/** Null for a wrong password. Every path takes the same time. */
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
  await passwords.verifyUnknownUser(password);
  return null;
}

async function rememberLength(trx: Trx, { id, password_hash, short_password }: UserRow, short: number): Promise<void> {
  if (short === short_password) return;
  await trx
    .updateTable('users')
    .set({ short_password: short })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}
