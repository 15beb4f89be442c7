import { sql } from 'kysely';
import type * as z from 'zod';
import type { FailureReason } from '../../../contract/activity.rules.ts';
import type { LoginInput } from '../../../contract/auth.ts';
import type { Core } from '../../core.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { folded } from '../../names.ts';
import { isTemporaryPassword } from '../../passwords/temporary.ts';
import type { Session } from '../../sessions/sessions.ts';
import { actorFor, type Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Captcha } from '../captcha/captcha.ts';
import type { Notify } from '../notifications/events.ts';
import { countAttempt, forgetFailures, nameHash, uncountAttempt } from './delays.ts';
import { maySignIn } from './policy.ts';

const wrongCredentials = () => new HttpError('wrong_credentials', 'Invalid username or password');
const accountSuspended = () =>
  new HttpError('account_suspended', 'Your account is suspended. Please contact the support team.');

export interface SignInDeps extends Pick<Core, 'db' | 'keys' | 'clock' | 'hasher' | 'sessions' | 'rows'> {
  readonly captcha: Captcha;
  readonly notify: Notify;
}

const findByName = prepared<{ key: string }, UserRow>((db, { key }) =>
  db.selectFrom('users').selectAll().where('username_key', '=', key),
);

interface SignedIn extends Record<string, unknown> {
  id: string;
  oldHash: string;
  oldTemporary: string;
  newHash: string;
  now: number;
}

/** Being asked to sign in again is done with; a temporary password is no longer readable for staff. */
const markSignedIn = prepared<SignedIn, UserRow>((db, { id, oldHash, oldTemporary, newHash, now }) =>
  db
    .updateTable('users')
    .set({ status: 'active', password_hash: newHash, temporary_password: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '!=', 'suspended')
    .where('password_hash', '=', oldHash)
    .where(sql<boolean>`coalesce(temporary_password, '') = ${oldTemporary}`)
    .returningAll(),
);

/** Unknown and known names take the same steps, the same time and get the same answer. */
export async function signIn(
  deps: SignInDeps,
  input: z.output<typeof LoginInput>,
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

  const passwordHash = await checkPassword(deps, user, input.password, attempt);
  if (user === undefined || passwordHash === null) {
    await recordFailure(deps, user, user === undefined ? 'unknown username' : 'wrong password', visitor);
    throw wrongCredentials();
  }
  if (!maySignIn(user)) {
    await recordFailure(deps, user, 'suspended', visitor);
    throw accountSuspended();
  }
  const begun = await db.transaction().execute((trx) => begin(trx, deps, { user, passwordHash, visitor, attempt }));
  deps.notify({ kind: 'login', name: user.username, admin: user.role === 'admin', visitor });
  return begun;
}

async function recordFailure(
  { db, clock, rows, notify }: SignInDeps,
  user: UserRow | undefined,
  reason: FailureReason,
  visitor: Visitor,
): Promise<void> {
  const what = { action: 'failed_login', details: { reason } } as const;
  const who = user === undefined ? { userId: null, visitor } : actorFor(user, visitor);
  // The captcha that was used up and the count of the failure stay in any case.
  rows.spend(visitor.ipAddress, 2);
  if (rows.take(visitor.ipAddress, 'step') === 0) await recordActivity(db, { ...what, ...who, at: clock.now() });
  notify({ kind: 'failed-login', visitor });
}

/** The hash of the right password, null for a wrong one. Each way takes as long as the others. */
async function checkPassword(
  { db, hasher, keys }: SignInDeps,
  user: UserRow | undefined,
  password: string,
  attempt: string,
): Promise<string | null> {
  try {
    if (user?.temporary_password && user.password_hash === '') {
      if (isTemporaryPassword(keys, user.temporary_password, password)) return await hasher.hash(password);
    } else if (user !== undefined && user.password_hash !== '') {
      return (await hasher.verify(user.password_hash, password)) ? user.password_hash : null;
    }
    await hasher.verifyNothing(password);
    return null;
  } catch (error) {
    await db.transaction().execute((trx) => uncountAttempt(trx, attempt));
    throw error;
  }
}

interface Verified {
  readonly user: UserRow;
  readonly passwordHash: string;
  readonly visitor: Visitor;
  readonly attempt: string;
}

/** Everything a successful sign-in changes, in one transaction. */
async function begin(trx: Trx, { clock, sessions }: SignInDeps, { user, passwordHash, visitor, attempt }: Verified) {
  const now = clock.now();
  // Also the lock against what happened while the password was being checked: a suspension, a deletion or
  // a new password that was committed in the meantime wins, one that comes now waits and ends this session.
  const {
    rows: [current],
  } = await markSignedIn(trx, {
    id: user.id,
    oldHash: user.password_hash,
    oldTemporary: user.temporary_password ?? '',
    newHash: passwordHash,
    now,
  });
  if (current === undefined) throw wrongCredentials();
  await forgetFailures(trx, { hash: attempt });
  await recordActivity(trx, { ...actorFor(current, visitor), action: 'login', at: now });
  return sessions.start(trx, current, visitor);
}
