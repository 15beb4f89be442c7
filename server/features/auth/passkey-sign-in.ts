import { HttpError, tooManyRequests } from '../../errors.ts';
import { networkOf } from '../../visitor/address.ts';
import {
  type AuthDeps,
  completeSignIn,
  type From,
  recordFailure,
  refuseSuspended,
  type SignedIn,
} from './complete-sign-in.ts';
import { attemptsAt, countAttempt, forgetFailures } from './delays.ts';
import { checkPasskey, WrongFactor } from './second-factor/factors.ts';
import { findPasskey, parseAssertion } from './second-factor/passkeys.ts';
import { endPendingSignIn, findPendingSignIn } from './second-step.ts';

const wrongPasskey = () => new HttpError('wrong_credentials', ({ errors }) => errors.signInPasskeyRefused);

/** A passkey counts as both factors. Unknown passkeys take the same steps and time. */
export async function signInWithPasskey(deps: AuthDeps, answer: unknown, from: From): Promise<SignedIn> {
  const { visitor } = from;
  const { db, commit, keys, clock, rows } = deps;
  const assertion = parseAssertion(answer);
  const attempts = attemptsAt(keys, `passkey\n${assertion?.id ?? ''}`);
  const own = attempts.from(`network:${networkOf(visitor.ipAddress)}`);
  // Passkeys can be made up and each counter is a row, so counting needs row budget; the rate limit always applies.
  const isCounted = rows.afford(visitor.ipAddress);
  const waitS = isCounted ? await commit((trx) => countAttempt(trx, own, clock.now())) : 0;
  if (waitS > 0) throw tooManyRequests(waitS);

  const passkey = assertion === null ? undefined : await findPasskey(db, assertion.id);
  const user =
    passkey && (await db.selectFrom('users').selectAll().where('id', '=', passkey.user_id).executeTakeFirst());
  const pending = await findPendingSignIn(deps, from.pendingToken);
  try {
    const useUp = await checkPasskey(deps, passkey, assertion, [
      { purpose: 'sign-in' },
      // A tab left in the second step may offer the passkey on its first page.
      ...(pending === null ? [] : [{ purpose: 'second-step', pending: pending.id } as const]),
    ]);
    if (user === undefined) throw new WrongFactor();
    await refuseSuspended(deps, user, visitor);
    return await commit((trx) =>
      completeSignIn(trx, deps, {
        user,
        from,
        way: 'passkey',
        secondFactor: true,
        refuse: wrongPasskey,
        consume: async () => {
          if (pending !== null) await endPendingSignIn(trx, pending);
          await useUp(trx);
          await forgetFailures(trx, { hash: own });
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error;
    const wrong = user === undefined ? 'unknown passkey' : 'wrong passkey';
    await recordFailure(deps, user, error.reason ?? wrong, visitor);
    throw wrongPasskey();
  }
}
