import type * as z from 'zod';
import type { Factor, proof, prove } from '../../../../contract/auth/second-factor.ts';
import type { Core } from '../../../core.ts';
import { badInput, HttpError, notSignedIn, tooManyRequests } from '../../../errors.ts';
import { isProven, PROOF_MS } from '../../../sessions/access.ts';
import type { Session } from '../../../sessions/sessions.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { attemptsAt, countAttempt, forgetFailures } from '../delays.ts';
import { checkOwnPassword } from '../own-password.ts';
import { checkFactor, kindOf, UsedUp, wrongSecondFactor } from '../second-factor/factors.ts';
import { factorKinds, passkeysOf } from '../second-factor/queries.ts';
import { requestOptions } from '../second-factor/webauthn.ts';

export type StepUpDeps = Pick<Core, 'config' | 'db' | 'transact' | 'keys' | 'clock' | 'hasher' | 'sessions'>;

const wrongPassword = () => new HttpError('wrong_password', 'This password is not correct.');
const passwordNotEnough = () => badInput('Please use your second factor: your password alone is not enough here.');

const NO_FACTORS = { passkey: false, totp: false, recoveryCode: false };

/** The password counts only without a second factor. */
export async function stepUpMethods(
  { db, clock }: StepUpDeps,
  session: Session,
): Promise<z.input<(typeof proof)['answer']>> {
  const { user, provenAt } = session;
  return {
    password: !user.secondFactor,
    factors: user.secondFactor ? await factorKinds(db, user.id) : NO_FACTORS,
    provenUntil: isProven(session, clock.now()) ? new Date(provenAt + PROOF_MS).toISOString() : null,
  };
}

const challengeFor = (session: Session) => ({ purpose: 'proof', session: session.id }) as const;

export async function passkeyOptions(deps: StepUpDeps, actor: Caller, session: Session) {
  const passkeys = await deps.transact(actor, (trx) => passkeysOf(trx, actor.userId));
  return requestOptions(deps, passkeys, challengeFor(session));
}

/** Counted like the sign-in page. Answers the session's new token. */
export async function stepUpSession(
  deps: StepUpDeps,
  actor: Caller,
  session: Session,
  shown: z.output<(typeof prove)['body']>,
): Promise<string> {
  const token =
    'password' in shown
      ? await proveByPassword(deps, actor, session, shown.password)
      : await proveByFactor(deps, actor, session, shown);
  if (token === null) throw notSignedIn();
  return token;
}

const accountOf = ({ db }: StepUpDeps, { user }: Session) =>
  db
    .selectFrom('users')
    .select(['username_key', 'second_factor'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow(notSignedIn);

async function proveByPassword(
  deps: StepUpDeps,
  actor: Caller,
  session: Session,
  password: string,
): Promise<string | null> {
  const { transact, clock, sessions } = deps;
  // Fresh from the database: the session may not know yet of a factor added elsewhere.
  if ((await accountOf(deps, session)).second_factor === 1) throw passwordNotEnough();
  if (!(await checkOwnPassword(deps, actor, password))) {
    const details = { reason: 'wrong password at a proof' } as const;
    const failed = { ...actor, action: 'failed_login', details, at: clock.now() } as const;
    await transact(actor, (trx) => recordActivity(trx, failed));
    throw wrongPassword();
  }
  return transact(actor, (trx) => sessions.prove(trx, session.id, false));
}

async function proveByFactor(
  deps: StepUpDeps,
  actor: Caller,
  session: Session,
  factor: Factor,
): Promise<string | null> {
  const { transact, keys, clock, sessions } = deps;
  const { username_key } = await accountOf(deps, session);
  const attempt = attemptsAt(keys, username_key).from(`session:${session.id}`);
  const seconds = await transact(actor, (trx) => countAttempt(trx, attempt, clock.now()));
  if (seconds > 0) throw tooManyRequests(seconds);
  const checked = await checkFactor(deps, session.user.id, factor, challengeFor(session));
  const refuse = async (reason: 'wrong second factor at a proof' | 'copied passkey') => {
    const failed = { ...actor, action: 'failed_login', details: { reason }, at: clock.now() } as const;
    await transact(actor, (trx) => recordActivity(trx, failed));
    return wrongSecondFactor(kindOf(factor));
  };
  if ('wrong' in checked)
    throw await refuse(checked.wrong === 'copied passkey' ? checked.wrong : 'wrong second factor at a proof');
  return transact(actor, async (trx) => {
    if (!(await checked.useUp(trx))) throw new UsedUp();
    await forgetFailures(trx, { hash: attempt });
    return sessions.prove(trx, session.id, true);
  }).catch(async (error) => {
    throw error instanceof UsedUp ? await refuse('wrong second factor at a proof') : error;
  });
}
