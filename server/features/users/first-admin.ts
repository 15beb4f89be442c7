import type { Core } from '../../core.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { isCommonPassword } from '../../passwords/common.ts';
import { generatePassword } from '../../passwords/generate.ts';
import { ConfigError, StartError } from '../../process/start-error.ts';
import { insertAccount } from './accounts.ts';

export interface FirstAdmin {
  readonly username: string;
  /** Null if configured. Otherwise shown once. */
  readonly generatedPassword: string | null;
}

type FirstAdminDeps = Pick<Core, 'config' | 'db' | 'keys' | 'clock' | 'hasher'>;

export async function ensureFirstAdmin(deps: FirstAdminDeps): Promise<FirstAdmin | null> {
  const { config, db, keys, clock, hasher } = deps;
  const findAdmin = () => db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
  if ((await findAdmin()) !== undefined) return null;
  const username = config.adminUsername;
  const { adminPassword } = config;
  if (adminPassword !== null && (await isCommonPassword(adminPassword)))
    throw new ConfigError('ADMIN_PASSWORD', 'is a common password', 'a-long-sentence-of-your-own');
  const generatedPassword = adminPassword === null ? generatePassword() : null;
  try {
    const password =
      generatedPassword === null
        ? ({ passwordHash: await hasher.hash(adminPassword as string), passwordState: 'first_run' } as const)
        : // It was on a screen and maybe in a system log: the first sign-in replaces it.
          ({ temporaryPassword: generatedPassword, passwordState: 'temporary' } as const);
    await insertAccount(db, { username, role: 'admin', ...password }, keys, clock.now());
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another process may have created the admin.
    if ((await findAdmin()) !== undefined) return null;
    throw new StartError(
      `ADMIN_USERNAME: "${username}" is the name of an account that is not an admin. Example: ADMIN_USERNAME=root-admin`,
    );
  }
  return { username, generatedPassword };
}
