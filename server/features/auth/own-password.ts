import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { notSignedIn } from '../../errors.ts';
import type { Keys } from '../../keys.ts';
import type { PasswordHasher } from '../../passwords/hasher.ts';
import { countAttempt, forgetFailures, nameHash, uncountAttempt } from './delays.ts';

export interface OwnPasswordDeps {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
}

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
