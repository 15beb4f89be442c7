import type * as z from 'zod';
import type { NewUserInput } from '../../../contract/users/users.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { badInput } from '../../errors.ts';
import { generatePassword } from '../../passwords/generate.ts';
import { openTemporaryPassword, type TemporaryDays } from '../../passwords/temporary.ts';
import type { Caller } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { forgetAllFailures } from '../auth/delays.ts';
import { hasTemporaryPasswordEnded } from '../auth/policy.ts';
import { notifyOwnersOfStaffAct } from '../notices/notices.ts';
import { insertAccount, refuseTakenName } from './accounts.ts';
import { type ChangeDeps, inTurn, recordChanges } from './changes.ts';
import { takePasswordMail } from './mail-allowance.ts';
import { type PasswordMail, passwordMail } from './password-mail.ts';
import { assertMayGive, assertMayManage, mayChange, noTemporaryPassword, ownAccount } from './policy.ts';
import { findUser } from './queries.ts';
import { issuePasswords } from './replace-credentials.ts';

export type PasswordDeps = ChangeDeps & TemporaryDays;

/** Later the email is worth little; staff can still read out the password. */
const MAIL_EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;

export async function mailPassword(
  trx: Trx,
  { config, outbox, clock, settings }: Pick<PasswordDeps, 'config' | 'outbox' | 'clock' | 'settings'>,
  actor: Actor,
  recipient: string,
  mail: Pick<PasswordMail, 'username' | 'temporaryPassword' | 'reason'>,
  turn = 0,
): Promise<void> {
  await takePasswordMail(trx, { clock }, actor);
  await outbox.put(trx, passwordMail, {
    recipient,
    payload: {
      organisation: config.organisation,
      url: config.publicUrl.origin,
      days: settings.current.temporaryPasswordDays,
      ...mail,
    },
    expiresAt: clock.now() + MAIL_EXPIRES_AFTER_MS,
    turn,
  });
}

interface Issued {
  readonly user: UserRow;
  readonly temporaryPassword: string;
}

export async function createAccount(
  deps: PasswordDeps,
  actor: Caller,
  { sendByMail, ...account }: z.output<typeof NewUserInput>,
): Promise<Issued> {
  const { transact, clock, keys } = deps;
  assertMayGive(actor, account.role);
  const temporaryPassword = generatePassword();
  const create = async (trx: Trx) => {
    const now = clock.now();
    const withPassword = { ...account, passwordState: 'temporary', temporaryPassword } as const;
    const created = await insertAccount(trx, withPassword, keys, now);
    const { username, email, role } = created;
    await recordChanges(trx, [created], { change: 'created', role }, actor, now);
    if (sendByMail && email !== null)
      await mailPassword(trx, deps, actor, email, { username, temporaryPassword, reason: 'created' });
    return created;
  };
  const user = await transact(actor, create, 'users').catch(refuseTakenName);
  return { user, temporaryPassword };
}

const noEmail = () => badInput('This user has no e-mail address to send the password to.');

interface Reset {
  readonly sendByMail?: boolean;
  /** Also lifts a suspension and the delay after failed sign-ins. */
  readonly unlock?: boolean;
}

export async function resetPassword(
  deps: PasswordDeps,
  actor: Caller,
  userId: string,
  { sendByMail = false, unlock = false }: Reset,
): Promise<Issued> {
  const { clock, keys } = deps;
  if (!mayChange(actor, userId)) throw ownAccount();
  const temporaryPassword = generatePassword();
  const user = await inTurn(deps, actor, async (trx) => {
    const now = clock.now();
    assertMayManage(actor, await findUser(trx, userId));
    const also = unlock ? ({ status: 'active' } as const) : {};
    await issuePasswords(trx, deps, new Map([[userId, temporaryPassword]]), now, also);
    const changed = await findUser(trx, userId);
    if (unlock) await forgetAllFailures(trx, keys, changed.username_key);
    const change = { change: 'password reset', ...(unlock && { status: 'active' as const }) } as const;
    await recordChanges(trx, [changed], change, actor, now);
    if (sendByMail) {
      if (changed.email === null) throw noEmail();
      await mailPassword(trx, deps, actor, changed.email, {
        username: changed.username,
        temporaryPassword,
        reason: 'reset',
      });
    } else await notifyOwnersOfStaffAct(trx, deps, [changed], 'password reset', { actor });
    return changed;
  });
  return { user, temporaryPassword };
}

/** The log records who read it, because they could sign in with it. */
export async function readTemporaryPassword(
  { transact, clock, keys, settings }: Pick<PasswordDeps, 'transact' | 'clock' | 'keys' | 'settings'>,
  actor: Caller,
  userId: string,
): Promise<string> {
  return transact(actor, async (trx) => {
    const user = await findUser(trx, userId);
    assertMayManage(actor, user);
    const hasEnded = hasTemporaryPasswordEnded(user, settings.current.temporaryPasswordDays, clock.now());
    if (user.temporary_password === null || hasEnded) throw noTemporaryPassword();
    await recordChanges(trx, [user], { change: 'temporary password shown' }, actor, clock.now());
    return openTemporaryPassword(keys, user.temporary_password);
  });
}
