import type * as z from 'zod';
import { CURRENT_PASSWORD_MISSING, PASSWORD_NEEDS_FACTOR } from '../../../contract/auth/auth.rules.ts';
import type { FirstPasswordInput } from '../../../contract/auth/auth.ts';
import type { Core } from '../../core.ts';
import { badInput, HttpError, notSignedIn, tooManyRequests } from '../../errors.ts';
import type { Passwords } from '../../passwords/hasher.ts';
import { ownPasswordChosen } from '../../sessions/admin-history.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Caller } from '../../sessions/transact.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { type NoticeDeps, notifyOwner } from '../notices/notices.ts';
import { attemptsAt, countAttempt, forgetFailures } from './delays.ts';
import { isLongEnough, isShort, needsCurrentPassword } from './policy.ts';

export type OwnPasswordDeps = Pick<Core, 'db' | 'transact' | 'keys' | 'clock' | 'hasher'>;
export type ChangePasswordDeps = OwnPasswordDeps & NoticeDeps & Pick<Core, 'sessions' | 'leaked'>;

const wrongPassword = () => new HttpError('wrong_password', 'Current password is not correct');
const samePassword = () => badInput('The new password must differ from the current one');
const currentPasswordNeeded = () => new HttpError('current_password_needed', CURRENT_PASSWORD_MISSING);

/** Signed-in users queue apart from the sign-in page, so a crowd there does not delay them. */
const placeOf = ({ userId, visitor }: Caller) => ({ address: visitor.ipAddress, known: `session:${userId}` });

const sessionOf = ({ authority }: Caller): Session => {
  if (authority === 'command line') throw notSignedIn();
  return authority.session;
};

/** Counted like the sign-in page: a stolen cookie buys no extra guesses. */
export const checkOwnPassword = (deps: OwnPasswordDeps, actor: Caller, password: string): Promise<boolean> =>
  deps.hasher.withPlace(placeOf(actor), async (passwords) => (await check(deps, actor, password, passwords)).matches);

async function check(
  { db, transact, keys, clock }: OwnPasswordDeps,
  actor: Caller,
  password: string,
  passwords: Passwords,
): Promise<{ matches: boolean; passwordHash: string }> {
  const { username_key, password_hash: passwordHash } = await passwordOf(db, actor);
  const attempt = attemptsAt(keys, username_key).from(`session:${sessionOf(actor).id}`);
  const seconds = await transact(actor, (trx) => countAttempt(trx, attempt, clock.now()));
  if (seconds > 0) throw tooManyRequests(seconds);
  const matches = await passwords.verify(passwordHash, password);
  if (matches) await transact(actor, (trx) => forgetFailures(trx, { hash: attempt }));
  return { matches, passwordHash };
}

const passwordOf = (db: Core['db'], { userId }: Caller) =>
  db
    .selectFrom('users')
    .select(['username_key', 'password_hash', 'password_state'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);

async function provenPassword(
  deps: OwnPasswordDeps,
  actor: Caller,
  { currentPassword, newPassword }: z.output<typeof FirstPasswordInput>,
  passwords: Passwords,
): Promise<string> {
  const { db, transact, clock } = deps;
  if (currentPassword === undefined) {
    const user = await passwordOf(db, actor);
    if (needsCurrentPassword(user, sessionOf(actor), clock.now())) throw currentPasswordNeeded();
    if (await passwords.verify(user.password_hash, newPassword)) throw samePassword();
    return user.password_hash;
  }
  const { matches, passwordHash } = await check(deps, actor, currentPassword, passwords);
  if (matches) return passwordHash;
  const details = { reason: 'wrong password at the change of it' } as const;
  const failed = { ...actor, action: 'failed_login', details, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, failed));
  throw wrongPassword();
}

/** Ends all other sessions and answers a new token for this one: a stolen cookie stops working. */
export async function replacePassword(
  deps: ChangePasswordDeps,
  actor: Caller,
  input: z.output<typeof FirstPasswordInput>,
): Promise<{ token: string; passwordHash: string }> {
  const { transact, clock, hasher, sessions, leaked } = deps;
  const session = sessionOf(actor);
  const { currentPassword, newPassword } = input;
  if (newPassword === currentPassword) throw samePassword();
  if (!isLongEnough(newPassword, session.user)) throw badInput(PASSWORD_NEEDS_FACTOR);
  await leaked.refuse(newPassword, session.user);
  const { userId, visitor } = actor;
  const { oldHash, newHash } = await hasher.withPlace(placeOf(actor), async (passwords) => {
    const oldHash = await provenPassword(deps, actor, input, passwords);
    return { oldHash, newHash: await passwords.hash(newPassword) };
  });

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
      .returning(['username', 'email', 'second_factor'])
      .executeTakeFirstOrThrow(wrongPassword);
    // The second factor may have been removed during hashing.
    if (!isLongEnough(newPassword, { secondFactor: changed.second_factor === 1 }))
      throw badInput(PASSWORD_NEEDS_FACTOR);
    if (session.user.passwordState === 'temporary') await ownPasswordChosen(trx, userId, now);
    await sessions.endAllOf(trx, [userId], session.id);
    sessions.usersChanged(trx, [userId]);
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'password' }, at: now });
    await notifyOwner(trx, deps, changed, 'password changed', visitor);
    const renewed = await sessions.renew(trx, session.id);
    if (renewed === null) throw notSignedIn();
    return renewed;
  });
  return { token, passwordHash: newHash };
}
