import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { badInput, HttpError } from '../../http/errors.ts';
import type { Session, Sessions } from '../../http/sessions.ts';
import type { Visitor } from '../../http/visitor.ts';
import { refuseCommonPassword } from '../../passwords/common.ts';
import type { PasswordHasher } from '../../passwords/hasher.ts';
import { recordActivity } from '../activity/activity.ts';

const wrongPassword = () => new HttpError(400, 'wrong_password', 'Current password is not correct');

interface ChangePasswordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
}

interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Sets a password of the person's own choice and ends every other session of the account. */
export async function changePassword(
  { db, clock, hasher, sessions }: ChangePasswordDeps,
  session: Session,
  { currentPassword, newPassword }: ChangePasswordInput,
  visitor: Visitor,
): Promise<void> {
  if (newPassword === currentPassword) throw badInput('The new password must differ from the current one');
  await refuseCommonPassword(newPassword);
  const userId = session.user.id;
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(wrongPassword);
  if (!(await hasher.verify(password_hash, currentPassword))) throw wrongPassword();
  const newHash = await hasher.hash(newPassword);

  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await trx
      .updateTable('users')
      .set({ password_hash: newHash, password_state: 'own', temporary_password: null, updated_at: now })
      .where('id', '=', userId)
      // Two changes at once: the second one was checked against a password that is gone.
      .where('password_hash', '=', password_hash)
      .returning('id')
      .executeTakeFirstOrThrow(wrongPassword);
    await sessions.endAllOf(trx, [userId], session.id);
    await recordActivity(trx, { userId, action: 'profile_update', visitor, details: { changed: 'password' }, at: now });
  });
  sessions.usersChanged([userId]);
}
