import type { Clock } from '../../clock.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { HttpError } from '../../http/errors.ts';
import type { Session, Sessions } from '../../http/sessions.ts';
import type { Visitor } from '../../http/visitor.ts';
import type { Keys } from '../../keys.ts';
import type { PasswordHasher } from '../../passwords/hasher.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Captcha } from '../captcha/captcha.ts';
import { folded } from '../users/names.ts';
import { countAttempt, forgetFailures, nameHash, uncountAttempt } from './delays.ts';
import { maySignIn } from './policy.ts';

const wrongCredentials = () => new HttpError(401, 'wrong_credentials', 'Invalid username or password');
const accountSuspended = () =>
  new HttpError(403, 'account_suspended', 'Your account is suspended. Please contact the support team.');

export interface SignInDeps {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly captcha: Captcha;
  readonly sessions: Sessions;
}

interface SignInInput {
  readonly username: string;
  readonly password: string;
  readonly recaptchaToken: string;
}

const findByName = prepared<{ key: string }, UserRow>((db, { key }) =>
  db.selectFrom('users').selectAll().where('username_key', '=', key),
);

/** Being asked to sign in again is done with; a temporary password is no longer readable for staff. */
const markSignedIn = prepared<{ id: string; password_hash: string; now: number }, UserRow>(
  (db, { id, password_hash, now }) =>
    db
      .updateTable('users')
      .set({ status: 'active', temporary_password: null, updated_at: now })
      .where('id', '=', id)
      .where('status', '!=', 'suspended')
      .where('password_hash', '=', password_hash)
      .returningAll(),
);

/** Unknown and known names take the same steps, the same time and get the same answer. */
export async function signIn(
  deps: SignInDeps,
  input: SignInInput,
  visitor: Visitor,
): Promise<{ token: string; session: Session }> {
  const { db, clock, captcha } = deps;
  const key = folded(input.username);
  const attempt = nameHash(deps.keys.derive('sign-in-attempts'), key);
  const good = await captcha.check(input.recaptchaToken, visitor.ipAddress);
  const user = await db.transaction().execute(async (trx) => {
    await captcha.useUp(trx, good);
    await countAttempt(trx, attempt, clock.now());
    return (await findByName(trx, { key })).rows[0];
  });

  const matches = await passwordMatches(deps, user, input.password, attempt);
  if (user === undefined || !matches) {
    await recordActivity(db, {
      userId: user?.id ?? null,
      action: 'failed_login',
      visitor,
      details: { reason: user === undefined ? 'unknown username' : 'wrong password' },
      at: clock.now(),
    });
    throw wrongCredentials();
  }
  if (!maySignIn(user)) {
    await recordActivity(db, {
      userId: user.id,
      action: 'failed_login',
      visitor,
      details: { reason: 'suspended' },
      at: clock.now(),
    });
    throw accountSuspended();
  }
  return db.transaction().execute((trx) => begin(trx, deps, user, visitor, attempt));
}

async function passwordMatches(
  { db, hasher }: SignInDeps,
  user: UserRow | undefined,
  password: string,
  attempt: string,
): Promise<boolean> {
  try {
    return user === undefined
      ? await hasher.verifyNothing(password)
      : await hasher.verify(user.password_hash, password);
  } catch (error) {
    await db.transaction().execute((trx) => uncountAttempt(trx, attempt));
    throw error;
  }
}

/** Everything a successful sign-in changes, in one transaction. */
async function begin(trx: Trx, { clock, sessions }: SignInDeps, user: UserRow, visitor: Visitor, attempt: string) {
  const now = clock.now();
  // Also the lock against what happened while the password was being checked: a suspension, a deletion or
  // a new password that was committed in the meantime wins, one that comes now waits and ends this session.
  const {
    rows: [current],
  } = await markSignedIn(trx, { id: user.id, password_hash: user.password_hash, now });
  if (current === undefined) throw wrongCredentials();
  await forgetFailures(trx, attempt);
  await recordActivity(trx, { userId: user.id, action: 'login', visitor, at: now });
  return sessions.start(trx, current, visitor);
}
