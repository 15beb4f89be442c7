import type { Factor } from '../../../contract/auth/second-factor.ts';
import { tooManyRequests } from '../../errors.ts';
import { tellOwner } from '../notices/notices.ts';
import { attemptsAt, countAttempt, forgetFailures, uncountAttempt } from './delays.ts';
import { endPendingSignIn, findPendingSignIn, type PendingSignIn, signInExpired, takeTry } from './pending-sign-in.ts';
import { isNewDevice, maySignIn } from './policy.ts';
import { checkFactor, type FactorDeps, kindOf, UsedUp, wrongSecondFactor } from './second-factor/factors.ts';
import { passkeysOf } from './second-factor/queries.ts';
import { requestOptions } from './second-factor/webauthn.ts';
import {
  accountSuspended,
  countFailure,
  type From,
  markSignedIn,
  noticeGuessing,
  recordFailure,
  type SignedInResult,
  type SignInDeps,
} from './sign-in.ts';
import { type StartSessionDeps, startSession } from './start-session.ts';

export type SecondStepDeps = SignInDeps & FactorDeps & StartSessionDeps;

const WAYS = {
  totp: 'password and app',
  recoveryCode: 'password and recovery code',
  passkey: 'password and passkey',
} as const;

/** What the browser is asked for: any passkey of this portal, or in the second step one of the account. */
export async function signInOptions(deps: SecondStepDeps, token: string | undefined) {
  const pending = await findPendingSignIn(deps.db, deps, token);
  if (pending === null) return requestOptions(deps, null, { purpose: 'sign-in' });
  const passkeys = await passkeysOf(deps.db, pending.user.id);
  return requestOptions(deps, passkeys, { purpose: 'second-step', pending: pending.id });
}

/** Counts the try as failed before the factor is looked at, like a password. */
function countTry(
  { commit, ...deps }: SecondStepDeps,
  pending: PendingSignIn,
  factor: Factor,
  { device, visitor }: From,
) {
  const { user } = pending;
  const key = user.username_key;
  return commit(async (trx) => {
    if (!(await takeTry(trx, pending))) throw signInExpired();
    const attempt = await countFailure(trx, deps, { key, user, device, visitor });
    if (attempt.waitS > 0) throw tooManyRequests(attempt.waitS);
    const strangers = attemptsAt(deps.keys, key).from('strangers with the password');
    // Passkeys and recovery codes cannot be guessed: whoever is kept from trying codes of an app has these.
    if (!attempt.isKnown && kindOf(factor) === 'totp') {
      const waitS = await countAttempt(trx, strangers, deps.clock.now());
      if (waitS > 0) throw tooManyRequests(waitS);
    }
    return { ...attempt, strangers };
  });
}

/** Ends a sign-in that was pending with the right password. A wrong factor counts like a wrong password. */
export async function endSecondStep(
  deps: SecondStepDeps,
  token: string | undefined,
  factor: Factor,
  from: From,
): Promise<SignedInResult> {
  const { db, commit, clock } = deps;
  const { visitor, device, previous } = from;
  const pending = await findPendingSignIn(db, deps, token);
  if (pending === null) throw signInExpired();
  const { user, passwordHash } = pending;
  const attempt = await countTry(deps, pending, factor, from);
  const checked = await checkFactor(deps, user.id, factor, { purpose: 'second-step', pending: pending.id });

  // Whoever gets this far knows the password; on a device of their own the owner has merely mistyped.
  const warnOwner = async () => {
    if (!isNewDevice(user, device)) return;
    await commit((trx) => tellOwner(trx, deps, user, 'second step failed', visitor));
  };
  const refuse = async (reason: Parameters<typeof recordFailure>[2]) => {
    noticeGuessing(deps, user, attempt);
    await recordFailure(deps, user, reason, visitor);
    await warnOwner();
    return wrongSecondFactor(kindOf(factor));
  };
  if ('wrong' in checked) throw await refuse(checked.wrong);
  if (!maySignIn(user)) {
    await recordFailure(deps, user, 'suspended', visitor);
    throw accountSuspended();
  }
  const signingIn = commit(async (trx) => {
    // Also the lock against what happened in the meantime: a suspension, a deletion, a new password or a second factor
    // that was removed wins.
    const {
      rows: [current],
    } = await markSignedIn(trx, {
      id: user.id,
      oldHash: user.password_hash,
      oldTemporary: user.temporary_password ?? '',
      newHash: passwordHash,
      short: user.short_password,
      now: clock.now(),
    });
    if (current === undefined || current.second_factor === 0) throw signInExpired();
    if (!(await endPendingSignIn(trx, pending))) throw signInExpired();
    if (!(await checked.useUp(trx))) throw new UsedUp();
    // In the order in which they were counted: processes do not wait for each other in a circle.
    await forgetFailures(trx, { hash: attempt.own });
    if (attempt.fromEverywhere > 0) await uncountAttempt(trx, { hash: attempt.everywhere });
    await forgetFailures(trx, { hash: attempt.strangers });
    const isNew = isNewDevice(user, device);
    const way = { way: WAYS[kindOf(factor)], secondFactor: true } as const;
    return startSession(trx, deps, { user: current, visitor, previous, ...way, isNewDevice: isNew });
  });
  const started = await signingIn.catch(async (error) => {
    throw error instanceof UsedUp ? await refuse('wrong second factor') : error;
  });
  return { ...started, passwordHash };
}
