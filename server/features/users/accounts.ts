import type { AccountDetails } from '../../../contract/users/account-details.rules.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { Keys } from '../../crypto/keys.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { newId } from '../../db/ids.ts';
import type { Db, NewUser, PasswordState, Trx, UserRow } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { sealTemporaryPassword } from '../../passwords/temporary.ts';
import { folded } from '../../text/names.ts';
import { detailColumns } from './detail-columns.ts';

export interface NewAccount extends Readonly<Partial<AccountDetails>> {
  readonly username: string;
  readonly role: Role;
  readonly emailBy?: string;
  /** Omitted for a temporary password, which is hashed on first use. */
  readonly passwordHash?: string;
  readonly passwordState: PasswordState;
  readonly temporaryPassword?: string;
}

export function accountRow(account: NewAccount, keys: Keys, now: number): NewUser {
  const { username } = account;
  return {
    id: newId(now),
    username,
    username_key: folded(username),
    ...detailColumns(username, account),
    email_by: account.emailBy ?? null,
    profile_image_url: null,
    role: account.role,
    status: 'active',
    auth_type: 'password',
    password_hash: account.passwordHash ?? '',
    password_state: account.passwordState,
    temporary_password:
      account.temporaryPassword === undefined ? null : sealTemporaryPassword(keys, account.temporaryPassword),
    temporary_password_at: account.passwordState === 'temporary' ? now : null,
    created_at: now,
    updated_at: now,
    signed_in_at: null,
    active_at: now,
  };
}

export async function insertAccount(trx: Trx | Db, account: NewAccount, keys: Keys, now: number): Promise<UserRow> {
  return trx
    .insertInto('users')
    .values(accountRow(account, keys, now))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const usernameTaken = () => new HttpError('username_taken', ({ errors }) => errors.usernameTaken);
export const emailTaken = () => new HttpError('email_taken', ({ errors }) => errors.emailTaken);

/** Both databases name the column in the error. */
export function refuseTakenName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const { message = '', constraint = '' } = error as { message?: string; constraint?: string };
  throw `${message} ${constraint}`.includes('email_key') ? emailTaken() : usernameTaken();
}
