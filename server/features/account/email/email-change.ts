import { createHmac } from 'node:crypto';
import type { EmailChange } from '../../../../contract/account/email.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import { CODE_VALID_SECONDS } from '../../../../contract/verification/verification.rules.ts';
import type { Core } from '../../../core.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { newId } from '../../../db/ids.ts';
import type { EmailChangeRow, Trx, UserRow } from '../../../db/tables.ts';
import { afterCommit } from '../../../db/transact.ts';
import type { MailDomains } from '../../../delivery/mail-domains.ts';
import { commitMail, type MailDeps } from '../../../delivery/mail-limits.ts';
import { type NoticeDeps, notifyOwner } from '../../../delivery/notices/notices.ts';
import {
  type CodeRefusal,
  codePayload,
  hasExpired,
  newCode,
  refusalOf,
  refusalSentence,
  sendBefore,
  triesLeft,
} from '../../../delivery/one-time-code.ts';
import { badInput, HttpError } from '../../../errors.ts';
import { demandFromLimits } from '../../../limits/database-counts.ts';
import { countOf } from '../../../limits/limit.ts';
import { LIMITS } from '../../../limits/limits.ts';
import type { Session } from '../../../sessions/sessions.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { folded } from '../../../text/names.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { Notify } from '../../notifications/events.ts';
import { emailTaken, refuseTakenName } from '../../users/accounts.ts';
import { writeDetails } from '../../users/detail-columns.ts';
import { lockUser } from '../../users/queries.ts';
import { emailChangeMail } from './code-mail.ts';
import { countTry, deleteChange, findChange, ownerOfEmail, putChange } from './queries.ts';

const sameEmail = () => badInput(({ errors }) => errors.sameEmail);

export interface EmailChangeDeps extends MailDeps, Omit<NoticeDeps, 'outbox'>, Pick<Core, 'sessions'> {
  readonly mailDomains: Pick<MailDomains, 'check'>;
  readonly notify: Notify;
}

/** Keyed, and bound to account, session, email address and purpose. */
function codeHash(
  keys: Keys,
  { user_id, session_id, email }: Pick<EmailChangeRow, 'user_id' | 'session_id' | 'email'>,
) {
  return (code: string) =>
    createHmac('sha256', keys.derive('email-change'))
      .update(`change-email\n${user_id}\n${session_id}\n${folded(email)}\n${code}`)
      .digest('base64url');
}

function present(row: EmailChangeRow, now: number): EmailChange {
  const remaining = row.accepted_at === null ? CODE_VALID_SECONDS * 1000 : row.expires_at - now;
  return {
    email: row.email,
    remainingMs: hasExpired(row, now) ? 0 : Math.max(0, remaining),
    triesLeft: triesLeft(row),
  };
}

export async function waitingEmailChange(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  session: Session,
): Promise<EmailChange | null> {
  const row = await findChange(db, session);
  return row === undefined ? null : present(row, clock.now());
}

/** Answers the same if another account has the address: only its mailbox learns that. Ends the earlier code. */
export async function startEmailChange(
  deps: EmailChangeDeps,
  actor: Caller,
  session: Session,
  email: string,
): Promise<EmailChange> {
  const { config, clock, keys, outbox, mailDomains } = deps;
  const { user } = session;
  const { visitor } = actor;
  if (email === user.email) throw sameEmail();
  await mailDomains.check(email, visitor.ipAddress);
  const cause = { email, visitor, browser: `account:${user.id}`, by: actor };
  const row = await commitMail(deps, cause, 'given', async (trx, turn) => {
    const now = clock.now();
    // Across all addresses, so that guessing a code takes years.
    const codes = [countOf(LIMITS.addressChangesAnHour, user.id), countOf(LIMITS.addressChangesADay, user.id)];
    await demandFromLimits(trx, codes, now);
    const code = newCode();
    const asked = { user_id: user.id, session_id: session.id, email };
    const fresh: EmailChangeRow = {
      ...asked,
      code_hash: codeHash(keys, asked)(code),
      tries: 0,
      sent_at: now,
      expires_at: sendBefore(now),
      accepted_at: null,
      mail_id: newId(now),
    };
    await putChange(trx, fresh);
    await outbox.put(trx, emailChangeMail, {
      id: fresh.mail_id,
      recipient: email,
      payload: { ...codePayload(config, code, visitor, now), username: user.username },
      expiresAt: fresh.expires_at,
      // Backups recognise emails with a code by this address, and leave them out.
      guestIp: visitor.ipAddress,
      turn,
    });
    return fresh;
  });
  return present(row, clock.now());
}

const refused = (refusal: CodeRefusal, left: number) =>
  new HttpError('code_refused', ({ errors }) => refusalSentence(errors, 'accountCode', refusal, left));

/** Staff who entered a user's address could sign in as that user, so they stay on record. */
const byOf = ({ role, email_by }: UserRow) => (isStaff(role) ? null : email_by);

/** Returns a refusal instead of throwing, so that the try stays counted. */
async function confirm(
  trx: Trx,
  deps: EmailChangeDeps,
  actor: Caller,
  session: Session,
  code: string,
): Promise<string | HttpError> {
  const { clock, keys, notify } = deps;
  const { visitor } = actor;
  const now = clock.now();
  const user = await lockUser(trx, session.user.id);
  const row = await countTry(trx, session);
  if (row === undefined) return refused('unknown', 0);
  const refusal = refusalOf(row, codeHash(keys, row)(code), now);
  if (refusal !== null) return refused(refusal, triesLeft(row));
  await deleteChange(trx, session);
  const { email } = row;
  const owner = await ownerOfEmail(trx, folded(email));
  if (owner !== undefined && owner.id !== user.id) return emailTaken();
  const changed = await writeDetails(trx, deps, user, { email }, now, byOf(user));
  const details = { change: 'own e-mail', from: user.email ?? '', to: email } as const;
  await recordActivity(trx, { ...actor, action: 'profile_update', details, at: now });
  await notifyOwner(trx, deps, user, 'e-mail changed', visitor);
  await notifyOwner(trx, deps, changed, 'e-mail set', visitor);
  afterCommit(trx, () => notify({ kind: 'profile-update', user: { id: user.id, name: user.username }, visitor }));
  return email;
}

export async function completeEmailChange(
  deps: EmailChangeDeps,
  actor: Caller,
  session: Session,
  code: string,
): Promise<string> {
  const outcome = await deps.transact(actor, (trx) => confirm(trx, deps, actor, session, code)).catch(refuseTakenName);
  if (outcome instanceof HttpError) throw outcome;
  return outcome;
}

export const dropEmailChange = ({ transact }: Pick<Core, 'transact'>, actor: Caller, session: Session): Promise<void> =>
  transact(actor, (trx) => deleteChange(trx, session));
