import type * as z from 'zod';
import { COMMAND_LINE_ID } from '../../../contract/log/activity.rules.ts';
import { isStaff, mayManage } from '../../../contract/users/roles.rules.ts';
import type { NewUserInput } from '../../../contract/users/users.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { notifyOwnersOfStaffAct } from '../../delivery/notices/notices.ts';
import { badInput } from '../../errors.ts';
import { accountLanguage } from '../../languages.ts';
import { generatePassword } from '../../passwords/generate.ts';
import { openTemporaryPassword, type TemporaryDays } from '../../passwords/temporary.ts';
import type { Caller } from '../../sessions/transact.ts';
import { forgetAllFailures } from '../auth/delays.ts';
import { hasTemporaryPasswordEnded } from '../auth/policy.ts';
import { insertAccount, refuseTakenName } from './accounts.ts';
import { type ChangeDeps, endKeys, inTurn, onAccount, recordChanges } from './changes.ts';
import { mailPassword } from './password-mail.ts';
import { assertMayGive, mayChange, noTemporaryPassword, ownAccount } from './policy.ts';
import { findUser } from './queries.ts';
import { issuePasswords } from './replace-credentials.ts';

export type PasswordDeps = ChangeDeps & TemporaryDays;

interface Issued {
  readonly user: UserRow;
  readonly temporaryPassword: string;
}

export async function createAccount(
  deps: PasswordDeps,
  actor: Caller,
  { sendByMail, ...account }: z.output<typeof NewUserInput>,
): Promise<Issued> {
  const { clock, keys } = deps;
  assertMayGive(actor, account.role);
  const temporaryPassword = generatePassword();
  const user = await inTurn(deps, actor, async (trx) => {
    const now = clock.now();
    const withPassword = { ...account, emailBy: actor.userId, passwordState: 'temporary', temporaryPassword } as const;
    const created = await insertAccount(trx, withPassword, keys, now);
    const { username, email, role } = created;
    await recordChanges(trx, [created], { change: 'created', role }, actor, now);
    const mail = { userId: created.id, username, temporaryPassword, reason: 'created', language: null } as const;
    if (sendByMail && email !== null) await mailPassword(trx, deps, actor, email, mail);
    return created;
  }).catch(refuseTakenName);
  return { user, temporaryPassword };
}

/** A manager who once entered this address may read its emails, although the account now has more authority. */
async function assertTrustedAddress(trx: Trx, actor: Caller, { id, role, email_by }: UserRow): Promise<void> {
  if (!isStaff(role) || email_by === null || [id, actor.userId, COMMAND_LINE_ID].includes(email_by)) return;
  const by = await trx.selectFrom('users').selectAll().where('id', '=', email_by).executeTakeFirst();
  if (by?.status === 'active' && mayManage(by.role, role)) return;
  const who = by?.username ?? 'A deleted account';
  throw badInput(`${who} entered this email address. Give the password in person, or enter another address.`);
}

interface Reset {
  readonly sendByMail?: boolean;
  /** Also ends a suspension and sign-in delays. */
  readonly unlock?: boolean;
}

export async function resetPassword(
  deps: PasswordDeps,
  actor: Caller,
  userId: string,
  { sendByMail = false, unlock = false }: Reset,
): Promise<Issued> {
  if (!mayChange(actor, userId)) throw ownAccount();
  const temporaryPassword = generatePassword();
  const user = await onAccount(deps, actor, userId, async (trx, { username, username_key, email }, now) => {
    const also = unlock ? ({ status: 'active' } as const) : {};
    await issuePasswords(trx, deps, new Map([[userId, temporaryPassword]]), now, also);
    await endKeys(trx, deps, [{ id: userId, username }], actor, now);
    if (unlock) await forgetAllFailures(trx, deps.keys, username_key);
    const changed = await findUser(trx, userId);
    await recordChanges(trx, [changed], { change: 'password reset', ...also }, actor, now);
    if (!sendByMail) await notifyOwnersOfStaffAct(trx, deps, [changed], 'password reset', actor);
    else if (email === null) throw badInput('This user has no email address to send the password to.');
    else {
      await assertTrustedAddress(trx, actor, changed);
      const language = accountLanguage(changed);
      await mailPassword(trx, deps, actor, email, { userId, username, temporaryPassword, reason: 'reset', language });
    }
    return changed;
  });
  return { user, temporaryPassword };
}

/** Logged, because whoever read the password could sign in with it. */
export const readTemporaryPassword = (deps: PasswordDeps, actor: Caller, userId: string): Promise<string> =>
  onAccount(deps, actor, userId, async (trx, user, now) => {
    const hasEnded = hasTemporaryPasswordEnded(user, deps.settings.current.temporaryPasswordDays, now);
    if (user.temporary_password === null || hasEnded) throw noTemporaryPassword();
    await recordChanges(trx, [user], { change: 'temporary password shown' }, actor, now);
    return openTemporaryPassword(deps.keys, user.temporary_password);
  });
