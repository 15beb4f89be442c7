import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError, notSignedIn } from '../../http/errors.ts';
import type { Visitor } from '../../http/visitor.ts';
import type { Keys } from '../../keys.ts';
import type { PasswordHasher } from '../../passwords/hasher.ts';
import { recordActivity } from '../activity/activity.ts';
import { countAttempt, forgetFailures, nameHash, uncountAttempt } from '../auth/delays.ts';

export interface SecurityCheckDeps {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
}

const wrongPassword = () => new HttpError(400, 'wrong_password', 'This is not your password. Please try again.');

/** Whoever sits at an open screen does not get more guesses here than at the sign-in page. */
export async function securityCheck(
  { db, keys, clock, hasher }: SecurityCheckDeps,
  userId: string,
  password: string,
  visitor: Visitor,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['username_key', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);
  const attempt = nameHash(keys.derive('sign-in-attempts'), user.username_key);
  await db.transaction().execute((trx) => countAttempt(trx, attempt, clock.now()));
  const matches = await hasher.verify(user.password_hash, password).catch(async (error) => {
    await db.transaction().execute((trx) => uncountAttempt(trx, attempt));
    throw error;
  });
  await db.transaction().execute(async (trx) => {
    if (matches) await forgetFailures(trx, attempt);
    await recordActivity(trx, {
      userId,
      action: matches ? 'profile_update' : 'failed_login',
      visitor,
      details: matches ? { change: 'security check passed' } : { reason: 'wrong password at the security check' },
      at: clock.now(),
    });
  });
  if (!matches) throw wrongPassword();
}
