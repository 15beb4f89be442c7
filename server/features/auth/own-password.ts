import type * as z from 'zod';
import { PASSWORD_ALONE_MIN } from '../../../contract/auth/auth.rules.ts';
import type { FirstPasswordInput } from '../../../contract/auth/auth.ts';
import type { FailureReason } from '../../../contract/log/activity.rules.ts';
import type { Core } from '../../core.ts';
import { notifyOwner } from '../../delivery/notices/notices.ts';
import { badInput, HttpError, notSignedIn, type Sentence } from '../../errors.ts';
import type { Passwords } from '../../passwords/hasher.ts';
import { ownPasswordChosen } from '../../sessions/admin-history.ts';
import { type Caller, sessionOf } from '../../sessions/transact.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { AuthDeps } from './complete-sign-in.ts';
import { attemptsAt, countOrRefuse, forgetFailures } from './delays.ts';
import { isLongEnough, isShort, needsCurrentPassword } from './policy.ts';

export type OwnPasswordDeps = Pick<Core, 'db' | 'transact' | 'keys' | 'clock' | 'hasher'>;

const samePassword = () => badInput(({ errors }) => errors.samePassword);
const passwordNeedsFactor = () => badInput(({ errors }) => errors.passwordNeedsFactor(PASSWORD_ALONE_MIN));
const currentPasswordNeeded = () =>
  new HttpError('current_password_needed', ({ problems }) => problems.currentPasswordMissing);

export interface WrongPassword {
  readonly reason: FailureReason;
  readonly sentence: Sentence;
}

const WRONG: WrongPassword = {
  reason: 'wrong password at the change of it',
  sentence: ({ errors }) => errors.wrongCurrentPassword,
};
const wrongPassword = ({ sentence }: WrongPassword) => new HttpError('wrong_password', sentence);

/** Signed-in users don't queue behind a crowd at the sign-in page. */
const queuedAs = ({ userId, visitor }: Caller) => ({ address: visitor.ipAddress, known: `session:${userId}` });

const passwordOf = (db: Core['db'], { userId }: Caller) =>
  db
    .selectFrom('users')
    .select(['username_key', 'password_hash', 'password_state'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);

/** Counts like a sign-in, so that a stolen cookie buys no extra guesses. */
export const checkOwnPassword = (deps: OwnPasswordDeps, actor: Caller, password: string, wrong: WrongPassword) =>
  deps.hasher.withPlace(queuedAs(actor), (passwords) => check(deps, actor, password, wrong, passwords));

async function check(
  { db, transact, keys, clock }: OwnPasswordDeps,
  actor: Caller,
  password: string,
  wrong: WrongPassword,
  passwords: Passwords,
): Promise<string> {
  const { username_key, password_hash } = await passwordOf(db, actor);
  const attempt = attemptsAt(keys, username_key).from(`session:${sessionOf(actor).id}`);
  await transact(actor, (trx) => countOrRefuse(trx, attempt, clock.now()));
  if (await passwords.verify(password_hash, password)) {
    await transact(actor, (trx) => forgetFailures(trx, { hash: attempt }));
    return password_hash;
  }
  const failed = { action: 'failed_login', details: { reason: wrong.reason }, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, { ...actor, ...failed }));
  throw wrongPassword(wrong);
}

async function currentHash(
  deps: OwnPasswordDeps,
  actor: Caller,
  { currentPassword, newPassword }: z.output<typeof FirstPasswordInput>,
  passwords: Passwords,
): Promise<string> {
  if (currentPassword !== undefined) return check(deps, actor, currentPassword, WRONG, passwords);
  const user = await passwordOf(deps.db, actor);
  if (needsCurrentPassword(user, sessionOf(actor), deps.clock.now())) throw currentPasswordNeeded();
  if (await passwords.verify(user.password_hash, newPassword)) throw samePassword();
  return user.password_hash;
}

/** Ends all other sessions and renews this one, so that a stolen cookie stops working. */
export async function replacePassword(
  deps: AuthDeps,
  actor: Caller,
  input: z.output<typeof FirstPasswordInput>,
): Promise<{ token: string; passwordHash: string }> {
  const { transact, clock, hasher, sessions, leaked } = deps;
  const session = sessionOf(actor);
  const { currentPassword, newPassword } = input;
  if (newPassword === currentPassword) throw samePassword();
  if (!isLongEnough(newPassword, session.user)) throw passwordNeedsFactor();
  await leaked.refuse(newPassword, session.user);
  const { userId, visitor } = actor;
  const { oldHash, newHash } = await hasher.withPlace(queuedAs(actor), async (passwords) => ({
    oldHash: await currentHash(deps, actor, input, passwords),
    newHash: await passwords.hash(newPassword),
  }));

  const token = await transact(actor, async (trx) => {
    const now = clock.now();
    const changed = await trx
      .updateTable('users')
      .set({
        password_hash: newHash,
        password_state: 'own',
        short_password: Number(isShort(newPassword)),
        temporary_password: null,
        updated_at: now,
      })
      .where('id', '=', userId)
      .where('password_hash', '=', oldHash)
      .returning(['username', 'email', 'language', 'signed_in_language', 'second_factor'])
      .executeTakeFirstOrThrow(() => wrongPassword(WRONG));
    // The second factor may have been removed while the password was hashed.
    if (!isLongEnough(newPassword, { secondFactor: changed.second_factor === 1 })) throw passwordNeedsFactor();
    if (session.user.passwordState === 'temporary') await ownPasswordChosen(trx, userId, now);
    await sessions.endAllOf(trx, [userId], session.id);
    sessions.usersChanged(trx, [userId]);
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'password' }, at: now });
    await notifyOwner(trx, deps, changed, 'password changed', visitor);
    return sessions.renew(trx, session.id);
  });
  return { token, passwordHash: newHash };
}
