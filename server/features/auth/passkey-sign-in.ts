import { prepared } from '../../db/prepared.ts';
import type { UserRow } from '../../db/tables.ts';
import { tooManyRequests } from '../../errors.ts';
import { networkOf } from '../../visitor/address.ts';
import { attemptsAt, countAttempt, forgetFailures } from './delays.ts';
import { endPendingSignIn, findPendingSignIn } from './pending-sign-in.ts';
import { isNewDevice, maySignIn } from './policy.ts';
import { checkPasskey, UsedUp } from './second-factor/factors.ts';
import { findPasskey } from './second-factor/queries.ts';
import { parseAssertion } from './second-factor/webauthn.ts';
import type { SecondStepDeps } from './second-step.ts';
import { accountSuspended, type From, recordFailure, type SignedInResult, wrongCredentials } from './sign-in.ts';
import { startSession } from './start-session.ts';

const wrongPasskey = () => wrongCredentials('This passkey was not accepted. Please try again, or use your password.');

/** Being asked to sign in again is done with. A temporary password stays what it is: nobody has used it. */
const markSignedIn = prepared<{ id: string; now: number }, UserRow>((db, { id, now }) =>
  db
    .updateTable('users')
    .set({ status: 'active', updated_at: now, signed_in_at: now })
    .where('id', '=', id)
    .where('status', '!=', 'suspended')
    .returningAll(),
);

/**
 * A passkey that has checked the person is both factors in one. It needs no captcha: there is nothing to guess, and each try
 * is counted like one of a password while strangers have rows left; after that the limit of the route is what holds. Unknown ones
 * take the same steps, the same time and get the same answer.
 */
export async function signInByPasskey(
  deps: SecondStepDeps,
  answer: unknown,
  { visitor, device, previous }: From,
  token: string | undefined,
): Promise<SignedInResult> {
  const { db, commit, keys, clock, rows } = deps;
  const assertion = parseAssertion(answer);
  const attempts = attemptsAt(keys, `passkey\n${assertion?.id ?? ''}`);
  const own = attempts.from(`network:${networkOf(visitor.ipAddress)}`);
  // Anybody can make up as many passkeys as they like, and the count of each is a row for a day.
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
    // A page that was left in the second step may ask for the passkey at its first.
    [{ purpose: 'sign-in' }, ...(pending === null ? [] : [{ purpose: 'second-step', pending: pending.id } as const])],
    wrong,
  );
  if ('wrong' in checked) throw await refuse(checked.wrong);
  if (user === undefined) throw await refuse('unknown passkey');
  if (!maySignIn(user)) {
    await recordFailure(deps, user, 'suspended', visitor);
    throw accountSuspended();
  }
  const signingIn = commit(async (trx) => {
    // Also the lock against a suspension, a deletion or a reset in the meantime.
    const {
      rows: [current],
    } = await markSignedIn(trx, { id: user.id, now: clock.now() });
    if (current === undefined) throw wrongPasskey();
    if (pending !== null) await endPendingSignIn(trx, pending);
    if (!(await checked.useUp(trx))) throw new UsedUp();
    await forgetFailures(trx, { hash: own });
    const isNew = isNewDevice(user, device);
    const way = { way: 'passkey', secondFactor: true } as const;
    return startSession(trx, deps, { user: current, visitor, previous, ...way, isNewDevice: isNew });
  });
  const started = await signingIn.catch(async (error) => {
    throw error instanceof UsedUp ? await refuse('wrong passkey') : error;
  });
  return { ...started, passwordHash: user.password_hash };
}
