import type * as z from 'zod';
import { CURRENT_PASSWORD_MISSING, PASSWORD_NEEDS_FACTOR } from '../../../contract/auth.rules.ts';
import type { FirstPasswordInput } from '../../../contract/auth.ts';
import type { Core } from '../../core.ts';
import { badInput, HttpError, notSignedIn, tooManyRequests } from '../../errors.ts';
import type { Passwords } from '../../passwords/hasher.ts';
import type { Session } from '../../sessions/sessions.ts';
import { type Actor, actorFor, type Visitor } from '../../visitor/visitor.ts';
import { type NoticeDeps, tellOwner } from '../account-notices/notices.ts';
import { recordActivity } from '../activity/activity.ts';
import { attemptsAt, countAttempt, forgetFailures } from './delays.ts';
import { isLongEnough, isShort, needsCurrentPassword } from './policy.ts';

export type OwnPasswordDeps = Pick<Core, 'db' | 'commit' | 'keys' | 'clock' | 'hasher'>;
export type ChangePasswordDeps = OwnPasswordDeps & NoticeDeps & Pick<Core, 'sessions' | 'leaked'>;

const wrongPassword = () => new HttpError('wrong_password', 'Current password is not correct');
const samePassword = () => badInput('The new password must differ from the current one');
const currentPasswordNeeded = () => new HttpError('current_password_needed', CURRENT_PASSWORD_MISSING);

/** Signed-in people have places of their own in the queue: a crowd at the sign-in page does not keep them waiting. */
const callerOf = (session: Session, { ipAddress }: Visitor) => ({
  address: ipAddress,
  known: `session:${session.user.id}`,
});

/** Somebody at an open screen, or with its cookie, does not get more guesses than at the sign-in page. */
export const checkOwnPassword = (
  deps: OwnPasswordDeps,
  session: Session,
  password: string,
  visitor: Visitor,
): Promise<boolean> =>
  deps.hasher.withPlace(
    callerOf(session, visitor),
    async (passwords) => (await check(deps, session, password, passwords)).matches,
  );

async function check(
  { db, commit, keys, clock }: OwnPasswordDeps,
  session: Session,
  password: string,
  passwords: Passwords,
): Promise<{ matches: boolean; passwordHash: string }> {
  const { username_key, password_hash: passwordHash } = await passwordOf(db, session);
  const attempt = attemptsAt(keys, username_key).from(`session:${session.id}`);
  const seconds = await commit((trx) => countAttempt(trx, attempt, clock.now()));
  if (seconds > 0) throw tooManyRequests(seconds);
  const matches = await passwords.verify(passwordHash, password);
  if (matches) await forgetFailures(db, { hash: attempt });
  return { matches, passwordHash };
}

const passwordOf = (db: Core['db'], session: Session) =>
  db
    .selectFrom('users')
    .select(['username_key', 'password_hash', 'password_state'])
    .where('id', '=', session.user.id)
    .executeTakeFirstOrThrow(notSignedIn);

/** The hash of the password that is replaced, once it is certain that the person at the screen knows it. */
async function provenPassword(
  deps: OwnPasswordDeps,
  session: Session,
  { currentPassword, newPassword }: z.output<typeof FirstPasswordInput>,
  actor: Actor,
  passwords: Passwords,
): Promise<string> {
  const { db, clock } = deps;
  if (currentPassword === undefined) {
    const user = await passwordOf(db, session);
    if (needsCurrentPassword(user, session, clock.now())) throw currentPasswordNeeded();
    if (await passwords.verify(user.password_hash, newPassword)) throw samePassword();
    return user.password_hash;
  }
  const { matches, passwordHash } = await check(deps, session, currentPassword, passwords);
  if (matches) return passwordHash;
  const details = { reason: 'wrong password at the change of it' } as const;
  await recordActivity(db, { ...actor, action: 'failed_login', details, at: clock.now() });
  throw wrongPassword();
}

/**
 * Sets a password of the person's own choice and ends every other session of the account. Answers the new token of this
 * one: a user who changes the password because somebody has stolen their cookie is rid of the thief.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  session: Session,
  input: z.output<typeof FirstPasswordInput>,
  visitor: Visitor,
): Promise<{ token: string; passwordHash: string }> {
  const { db, clock, hasher, sessions, leaked, outbox } = deps;
  const { currentPassword, newPassword } = input;
  if (newPassword === currentPassword) throw samePassword();
  if (!isLongEnough(newPassword, session.user)) throw badInput(PASSWORD_NEEDS_FACTOR);
  await leaked.refuse(newPassword, session.user);
  const userId = session.user.id;
  const actor = actorFor(session.user, visitor);
  const { oldHash, newHash } = await hasher.withPlace(callerOf(session, visitor), async (passwords) => {
    const oldHash = await provenPassword(deps, session, input, actor, passwords);
    return { oldHash, newHash: await passwords.hash(newPassword) };
  });

  const token = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const changed = await trx
      .updateTable('users')
      .set({
        password_hash: newHash,
        password_state: 'own',
        short_password: Number(isShort(newPassword)),
        temporary_password: null,
        temporary_password_at: null,
        updated_at: now,
      })
      .where('id', '=', userId)
      // Two changes at once: the second one was checked against a password that is gone.
      .where('password_hash', '=', oldHash)
      .returning(['username', 'email', 'second_factor'])
      .executeTakeFirstOrThrow(wrongPassword);
    // It may have been removed while the password was being hashed.
    if (!isLongEnough(newPassword, { secondFactor: changed.second_factor === 1 }))
      throw badInput(PASSWORD_NEEDS_FACTOR);
    await sessions.endAllOf(trx, [userId], session.id);
    await recordActivity(trx, { ...actor, action: 'profile_update', details: { change: 'password' }, at: now });
    await tellOwner(trx, deps, changed, 'password changed', visitor);
    const renewed = await sessions.renew(trx, session.id);
    // Somebody else has ended it while the password was being checked, and with it what it proves.
    if (renewed === null) throw notSignedIn();
    return renewed;
  });
  sessions.usersChanged([userId]);
  outbox.wake();
  return { token, passwordHash: newHash };
}
