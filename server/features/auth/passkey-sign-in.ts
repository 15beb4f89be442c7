import { tooManyRequests } from '../../errors.ts';
import { networkOf } from '../../visitor/address.ts';
import { completeSignIn, type From } from './complete-sign-in.ts';
import { attemptsAt, countAttempt, forgetFailures } from './delays.ts';
import { endPendingSignIn, findPendingSignIn } from './pending-sign-in.ts';
import { checkPasskey, UsedUp } from './second-factor/factors.ts';
import { findPasskey } from './second-factor/queries.ts';
import { parseAssertion } from './second-factor/webauthn.ts';
import type { SecondStepDeps } from './second-step.ts';
import { recordFailure, refuseSuspended, type SignedIn, wrongCredentials } from './sign-in.ts';

const wrongPasskey = () => wrongCredentials('This passkey was not accepted. Please try again, or use your password.');

/**
 * A passkey that verified the person counts as both factors. No captcha: there is nothing to guess. Unknown passkeys
 * take the same steps and time and get the same answer.
 */
export async function signInWithPasskey(
  deps: SecondStepDeps,
  answer: unknown,
  from: From,
  token: string | undefined,
): Promise<SignedIn> {
  const { visitor } = from;
  const { db, commit, keys, clock, rows } = deps;
  const assertion = parseAssertion(answer);
  const attempts = attemptsAt(keys, `passkey\n${assertion?.id ?? ''}`);
  const own = attempts.from(`network:${networkOf(visitor.ipAddress)}`);
  // Made-up passkeys are unlimited and each counter is a row for a day. Without rows left, the route's rate limit
  // holds.
  const isCounted = rows.afford(visitor.ipAddress);
  const waitS = isCounted ? await commit((trx) => countAttempt(trx, own, clock.now())) : 0;
  if (waitS > 0) throw tooManyRequests(waitS);

  const passkey = assertion === null ? undefined : await findPasskey(db, assertion.id);
  const user =
    passkey && (await db.selectFrom('users').selectAll().where('id', '=', passkey.user_id).executeTakeFirst());
  const pending = await findPendingSignIn(db, deps, token);
  const wrong = { wrong: passkey === undefined ? 'unknown passkey' : 'wrong passkey' } as const;
  const refuse = async (reason: Parameters<typeof recordFailure>[2]) => {
    await recordFailure(deps, user, reason, visitor);
    return wrongPasskey();
  };
  if (assertion === null) throw await refuse(wrong.wrong);
  const checked = await checkPasskey(
    deps,
    passkey,
    assertion,
    // A page left in the second step may ask for the passkey at its first step.
    [{ purpose: 'sign-in' }, ...(pending === null ? [] : [{ purpose: 'second-step', pending: pending.id } as const])],
    wrong,
  );
  if ('wrong' in checked) throw await refuse(checked.wrong);
  if (user === undefined) throw await refuse('unknown passkey');
  await refuseSuspended(deps, user, visitor);
  const signingIn = commit((trx) =>
    completeSignIn(trx, deps, {
      user,
      from,
      way: 'passkey',
      secondFactor: true,
      refuse: wrongPasskey,
      consume: async () => {
        if (pending !== null) await endPendingSignIn(trx, pending);
        if (!(await checked.useUp(trx))) throw new UsedUp();
        await forgetFailures(trx, { hash: own });
      },
    }),
  );
  const signedIn = await signingIn.catch(async (error) => {
    throw error instanceof UsedUp ? await refuse('wrong passkey') : error;
  });
  return { ...signedIn, passwordHash: user.password_hash };
}
