import type * as z from 'zod';
import type { Factor } from '../../../../contract/auth/auth.ts';
import type { proof, prove } from '../../../../contract/auth/second-factor.ts';
import { iso } from '../../../clock.ts';
import { badInput } from '../../../errors.ts';
import { isProven, PROOF_MS } from '../../../sessions/access.ts';
import type { Session } from '../../../sessions/sessions.ts';
import { type Caller, sessionOf } from '../../../sessions/transact.ts';
import { folded } from '../../../text/names.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { AuthDeps } from '../complete-sign-in.ts';
import { attemptsAt, countOrRefuse, forgetFailures } from '../delays.ts';
import { checkOwnPassword, type WrongPassword } from '../own-password.ts';
import { checkFactor, factorKinds, kindOf, WrongFactor, wrongSecondFactor } from './factors.ts';
import { passkeysOf, requestOptions } from './passkeys.ts';

const WRONG: WrongPassword = { reason: 'wrong password at a proof', sentence: ({ errors }) => errors.wrongPassword };
const passwordNotEnough = () => badInput(({ errors }) => errors.passwordNotEnough);

const NO_FACTORS = { passkey: false, totp: false, recoveryCode: false };

/** The password is offered only without a second factor. */
export async function stepUpMethods(
  { db, clock }: AuthDeps,
  session: Session,
): Promise<z.input<(typeof proof)['answer']>> {
  const { user, provenAt } = session;
  return {
    password: !user.secondFactor,
    factors: user.secondFactor ? await factorKinds(db, user.id) : NO_FACTORS,
    provenUntil: isProven(session, clock.now()) ? iso(provenAt + PROOF_MS) : null,
  };
}

const challengeFor = (actor: Caller) => ({ purpose: 'proof', session: sessionOf(actor).id }) as const;

export async function stepUpPasskeyOptions(deps: AuthDeps, actor: Caller) {
  const passkeys = await deps.transact(actor, (trx) => passkeysOf(trx, actor.userId));
  return requestOptions(deps, passkeys, challengeFor(actor));
}

/** Counts like a sign-in. Returns the session's new token. */
export const stepUp = (deps: AuthDeps, actor: Caller, shown: z.output<(typeof prove)['body']>): Promise<string> =>
  'password' in shown ? stepUpByPassword(deps, actor, shown.password) : stepUpByFactor(deps, actor, shown);

async function stepUpByPassword(deps: AuthDeps, actor: Caller, password: string): Promise<string> {
  const { transact, sessions } = deps;
  const refuseWithFactor = () => {
    if (sessionOf(actor).user.secondFactor) throw passwordNotEnough();
  };
  refuseWithFactor();
  await checkOwnPassword(deps, actor, password, WRONG);
  return transact(actor, (trx) => {
    // A second factor may have been added meanwhile.
    refuseWithFactor();
    return sessions.renew(trx, sessionOf(actor).id, { secondFactor: false });
  });
}

async function stepUpByFactor(deps: AuthDeps, actor: Caller, factor: Factor): Promise<string> {
  const { transact, keys, clock, sessions } = deps;
  const { id, user } = sessionOf(actor);
  const attempt = attemptsAt(keys, folded(user.username)).from(`session:${id}`);
  await transact(actor, (trx) => countOrRefuse(trx, attempt, clock.now()));
  try {
    const useUp = await checkFactor(deps, user.id, factor, challengeFor(actor));
    return await transact(actor, async (trx) => {
      await useUp(trx);
      await forgetFailures(trx, { hash: attempt });
      return sessions.renew(trx, id, { secondFactor: true });
    });
  } catch (error) {
    if (!(error instanceof WrongFactor)) throw error;
    const details = { reason: error.reason ?? 'wrong second factor at a proof' } as const;
    const failed = { ...actor, action: 'failed_login', details, at: clock.now() } as const;
    await transact(actor, (trx) => recordActivity(trx, failed));
    throw wrongSecondFactor(kindOf(factor));
  }
}
