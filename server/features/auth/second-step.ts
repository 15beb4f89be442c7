import type { Factor } from '../../../contract/auth/second-factor.ts';
import { tooManyRequests } from '../../errors.ts';
import { notifyOwner } from '../notices/notices.ts';
import { completeSignIn, type From } from './complete-sign-in.ts';
import { attemptsAt, countAttempt, forgetFailures } from './delays.ts';
import { endPendingSignIn, findPendingSignIn, type PendingSignIn, signInExpired, takeTry } from './pending-sign-in.ts';
import { isNewDevice } from './policy.ts';
import { checkFactor, type FactorDeps, kindOf, UsedUp, wrongSecondFactor } from './second-factor/factors.ts';
import { passkeysOf } from './second-factor/queries.ts';
import { requestOptions } from './second-factor/webauthn.ts';
import {
  countFailure,
  forgetAttempt,
  noticeGuessing,
  recordFailure,
  refuseSuspended,
  type SignedIn,
  type SignInDeps,
} from './sign-in.ts';

export type SecondStepDeps = SignInDeps & FactorDeps;

const WAYS = {
  totp: 'password and app',
  recoveryCode: 'password and recovery code',
  passkey: 'password and passkey',
} as const;

export async function signInOptions(deps: SecondStepDeps, token: string | undefined) {
  const pending = await findPendingSignIn(deps.db, deps, token);
  if (pending === null) return requestOptions(deps, null, { purpose: 'sign-in' });
  const passkeys = await passkeysOf(deps.db, pending.user.id);
  return requestOptions(deps, passkeys, { purpose: 'second-step', pending: pending.id });
}

/** Counted as failed before the factor is checked, like a password. */
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
    // Passkeys and recovery codes can't be guessed, so a locked-out owner still has these.
    if (!attempt.isKnown && kindOf(factor) === 'totp') {
      const waitS = await countAttempt(trx, strangers, deps.clock.now());
      if (waitS > 0) throw tooManyRequests(waitS);
    }
    return { ...attempt, strangers };
  });
}

export async function endSecondStep(
  deps: SecondStepDeps,
  token: string | undefined,
  factor: Factor,
  from: From,
): Promise<SignedIn> {
  const { db, commit } = deps;
  const { visitor, device } = from;
  const pending = await findPendingSignIn(db, deps, token);
  if (pending === null) throw signInExpired();
  const { user, passwordHash } = pending;
  const attempt = await countTry(deps, pending, factor, from);
  const checked = await checkFactor(deps, user.id, factor, { purpose: 'second-step', pending: pending.id });

  // The password was right, so warn the owner. On a known device it was a typo.
  const warnOwner = async () => {
    if (!isNewDevice(user, device)) return;
    await commit((trx) => notifyOwner(trx, deps, user, 'second step failed', visitor));
  };
  const refuse = async (reason: Parameters<typeof recordFailure>[2]) => {
    noticeGuessing(deps, user, attempt);
    await recordFailure(deps, user, reason, visitor);
    await warnOwner();
    return wrongSecondFactor(kindOf(factor));
  };
  if ('wrong' in checked) throw await refuse(checked.wrong);
  await refuseSuspended(deps, user, visitor);
  const signingIn = commit((trx) =>
    completeSignIn(trx, deps, {
      user,
      from,
      way: WAYS[kindOf(factor)],
      secondFactor: true,
      password: { hash: passwordHash, short: user.short_password },
      refuse: signInExpired,
      consume: async (current) => {
        // The second factor was removed in the meantime.
        if (current.second_factor === 0) throw signInExpired();
        if (!(await endPendingSignIn(trx, pending))) throw signInExpired();
        if (!(await checked.useUp(trx))) throw new UsedUp();
        await forgetAttempt(trx, attempt);
        await forgetFailures(trx, { hash: attempt.strangers });
      },
    }),
  );
  const signedIn = await signingIn.catch(async (error) => {
    throw error instanceof UsedUp ? await refuse('wrong second factor') : error;
  });
  return { ...signedIn, passwordHash };
}
