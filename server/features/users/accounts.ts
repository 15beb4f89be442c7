import type { Role } from '../../../contract/users.ts';
import { newId } from '../../db/ids.ts';
import type { Db, NewUser, PasswordState, Trx, UserRow } from '../../db/tables.ts';
import type { Keys } from '../../keys.ts';
import { folded } from './names.ts';

export interface NewAccount {
  readonly username: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly role: Role;
  readonly passwordHash: string;
  readonly passwordState: PasswordState;
  /** Only with the state "temporary": kept sealed until it is used. */
  readonly temporaryPassword?: string;
}

const TEMPORARY_PASSWORD = 'temporary-password';

export async function insertAccount(trx: Trx | Db, account: NewAccount, keys: Keys, now: number): Promise<UserRow> {
  const email = account.email ?? null;
  const row: NewUser = {
    id: newId(now),
    username: account.username,
    username_key: folded(account.username),
    email,
    email_key: email === null ? null : folded(email),
    first_name: account.firstName ?? null,
    last_name: account.lastName ?? null,
    profile_image_url: null,
    role: account.role,
    status: 'active',
    auth_type: 'password',
    password_hash: account.passwordHash,
    password_state: account.passwordState,
    temporary_password:
      account.temporaryPassword === undefined ? null : keys.seal(account.temporaryPassword, TEMPORARY_PASSWORD),
    created_at: now,
    updated_at: now,
  };
  return trx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow();
}
