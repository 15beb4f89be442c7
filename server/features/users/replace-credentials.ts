import { sql } from 'kysely';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { Core } from '../../core.ts';
import { isPostgres } from '../../db/queries.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { generatePassword } from '../../passwords/generate.ts';
import { sealTemporaryPassword } from '../../passwords/temporary.ts';
import { deleteFactors } from '../auth/second-factor/factors.ts';
import { removeLinks } from '../auth/sso/links.ts';
import { withdrawPasswordMails } from './password-mail.ts';
import { updatedByStaff } from './queries.ts';

type CredentialDeps = Pick<Core, 'keys' | 'sessions'>;

type Passwords = ReadonlyMap<string, string>;

type Also = Partial<Pick<UserRow, 'role' | 'status'>>;

function sealedPasswords(trx: Trx, { keys }: CredentialDeps, passwords: Passwords) {
  const sealed = [...passwords].map(([id, password]) => [id, sealTemporaryPassword(keys, password)] as const);
  const rows = isPostgres(trx)
    ? sql<{ user_id: string; sealed: string }>`
        (select unnest(${sealed.map(([id]) => id)}::text[]) as user_id, unnest(${sealed.map(([, text]) => text)}::text[]) as sealed)`
    : sql<{ user_id: string; sealed: string }>`
        (select key as user_id, value as sealed from json_each(${JSON.stringify(Object.fromEntries(sealed))}))`;
  return rows.as('issued');
}

/** Ends sessions and SSO links: an intruder may have linked their own. */
export async function issuePasswords(
  trx: Trx,
  deps: CredentialDeps,
  passwords: Passwords,
  now: number,
  also: Also = {},
): Promise<void> {
  const ids = [...passwords.keys()];
  await trx
    .updateTable('users')
    .from(sealedPasswords(trx, deps, passwords))
    .set(({ ref }) => ({
      ...also,
      password_hash: '',
      short_password: 0,
      password_state: 'temporary',
      temporary_password: ref('issued.sealed'),
      temporary_password_at: now,
      ...updatedByStaff(now),
    }))
    .whereRef('users.id', '=', 'issued.user_id')
    .execute();
  await deps.sessions.endAllOf(trx, ids);
  await removeLinks(trx, ids);
  await withdrawPasswordMails(trx, ids, now);
}

/** For a new member of staff: others may know or have planted the old credentials. */
export async function replaceCredentials(
  trx: Trx,
  deps: CredentialDeps,
  userIds: readonly string[],
  now: number,
  role: Role,
): Promise<Passwords> {
  const passwords = new Map(userIds.map((id) => [id, generatePassword()]));
  await issuePasswords(trx, deps, passwords, now, { role });
  await deleteFactors(trx, userIds);
  return passwords;
}
