import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import type { FactorKinds, LoginInput } from '../../../contract/auth/auth.ts';
import type { Core } from '../../core.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { HttpError, tooManyRequests } from '../../errors.ts';
import type { Passwords } from '../../passwords/hasher.ts';
import { isTemporaryPassword } from '../../passwords/temporary.ts';
import { folded } from '../../text/names.ts';
import {
  type AuthDeps,
  completeSignIn,
  type From,
  noticeGuessing,
  recordFailure,
  refuseSuspended,
  type SignedIn,
} from './complete-sign-in.ts';
import { countSignIn, forgetAttempt, takeBackAttempt } from './delays.ts';
import { hasTemporaryPasswordEnded, isShort } from './policy.ts';
import { factorKinds } from './second-factor/factors.ts';
import { startPendingSignIn } from './second-step.ts';

const wrongCredentials = () => new HttpError('wrong_credentials', ({ errors }) => errors.wrongCredentials);
const temporaryPasswordEnded = () =>
  new HttpError('temporary_password_ended', ({ errors }) => errors.temporaryPasswordExpired);

const findByName = prepared<{ key: string }, UserRow>((db, { key }) =>
  db.selectFrom('users').selectAll().where('username_key', '=', key),
);

interface NeedsSecondStep {
  readonly pendingToken: string;
  readonly secondStep: FactorKinds;
}

/** Unknown usernames take the same steps and time, and get the same answer. */
export async function signIn(
  deps: AuthDeps,
  input: z.output<typeof LoginInput>,
  from: From,
): Promise<SignedIn | NeedsSecondStep> {
  const { commit, commitDelay, hasher, captcha } = deps;
  const { visitor } = from;
  const key = folded(input.username);
  const device = from.device?.knows(key) ? from.device : null;
  // Keyed by account, because one account can have any number of devices.
  const caller = { address: visitor.ipAddress, ...(device !== null && { known: `name:${key}` }) };
  const { user, attempt, hash } = await hasher.withPlace(caller, async (passwords) => {
    const good = await captcha.check(input.recaptchaToken, visitor.ipAddress);
    await commitDelay();
    const begun = await commit(async (trx) => {
      await captcha.useUp(trx, good);
      const [user] = (await findByName(trx, { key })).rows;
      return { user, attempt: await countSignIn(trx, deps, { key, user, device, visitor }) };
    });
    if (begun.attempt.waitS > 0) throw tooManyRequests(begun.attempt.waitS);
    return { ...begun, hash: await checkPassword(deps, begun.user, input.password, passwords) };
  });

  if (user === undefined || hash === null) {
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
    const pendingToken = await commit(async (trx) => {
      await takeBackAttempt(trx, attempt);
      await rememberLength(trx, user, short);
      return startPendingSignIn(trx, deps, user, hash);
    });
    return { pendingToken, secondStep: await factorKinds(deps.db, user.id) };
  }
  return commit((trx) =>
    completeSignIn(trx, deps, {
      user,
      from,
      way: 'password',
      secondFactor: false,
      password: { hash, short },
      refuse: wrongCredentials,
      consume: () => forgetAttempt(trx, attempt),
    }),
  );
}

/** Null if the password is wrong. Every path takes the same time. */
async function checkPassword(
  { keys }: AuthDeps,
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

/** Delay for each two passwords that wait per running one. */
const DELAY_MS = 25;
const LONGEST_DELAY_MS = 100;

interface CommitDelayDeps extends Pick<Core, 'severalProcesses'> {
  readonly hasher: Pick<Core['hasher'], 'load'>;
}

/** Group commit on SQLite: while many passwords queue, sign-ins share a commit. Decision 31. */
export function commitDelays(
  { hasher, severalProcesses }: CommitDelayDeps,
  passed: (ms: number) => Promise<void> = pause,
): AuthDeps['commitDelay'] {
  let delay: Promise<void> | null = null;
  return async () => {
    const { running, waiting } = hasher.load();
    if (severalProcesses || waiting === 0 || waiting < 2 * running) return;
    delay ??= passed(Math.min(LONGEST_DELAY_MS, (DELAY_MS * waiting) / (2 * running))).then(() => {
      delay = null;
    });
    await delay;
  };
}
