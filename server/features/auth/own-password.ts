import type { Core } from '../../core.ts';
import { notSignedIn } from '../../errors.ts';
import { countAttempt, forgetFailures, nameHash, uncountAttempt } from './delays.ts';

export type OwnPasswordDeps = Pick<Core, 'db' | 'keys' | 'clock' | 'hasher'>;

interface OwnPassword {
  readonly matches: boolean;
  readonly passwordHash: string;
}

/** Somebody at an open screen, or with its cookie, does not get more guesses than at the sign-in page. */
export async function checkOwnPassword(
  { db, keys, clock, hasher }: OwnPasswordDeps,
  userId: string,
  password: string,
): Promise<OwnPassword> {
  const { username_key, password_hash: passwordHash } = await db
    .selectFrom('users')
    .select(['username_key', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(notSignedIn);
  const attempt = nameHash(keys.derive('sign-in-attempts'), username_key);
  await db.transaction().execute((trx) => countAttempt(trx, attempt, clock.now()));
  const matches = await hasher.verify(passwordHash, password).catch(async (error) => {
    await db.transaction().execute((trx) => uncountAttempt(trx, attempt));
    throw error;
  });
  if (matches) await db.transaction().execute((trx) => forgetFailures(trx, attempt));
  return { matches, passwordHash };
}
