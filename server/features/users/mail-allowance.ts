import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { readLimits, takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Actor } from '../../visitor/visitor.ts';

/**
 * Staff choose whom the portal writes to. What an admin, or a thief with their session, can send is enough for new colleagues
 * and forgotten passwords, and too little for a campaign in the organisation's name.
 */
const { passwordEmails, passwordEmailsInAll } = LIMITS;
const countsOf = ({ userId }: Pick<Actor, 'userId'>) => [countOf(passwordEmails, userId), countOf(passwordEmailsInAll)];

const RULE = `Each admin can send ${passwordEmails.most} passwords a day by mail, all admins together ${passwordEmailsInAll.most}.`;

/** In the transaction that puts the email into the outbox. */
export async function takePasswordMail(trx: Trx, { clock }: Pick<Core, 'clock'>, actor: Actor): Promise<void> {
  const seconds = await takeFromLimits(trx, countsOf(actor), clock.now());
  if (seconds > 0) throw new HttpError('mail_limit', `No more passwords can be sent by mail for now. ${RULE}`, seconds);
}

/** For a file, before anything of it is written. */
export async function refuseTooManyMails(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  actor: Actor,
  mails: number,
): Promise<void> {
  const left = Math.min(...(await readLimits(db, countsOf(actor), clock.now())).map((count) => count.left));
  if (mails <= left) return;
  const sentence = `This file would send ${mails.toLocaleString('en')} passwords by mail, and ${left} can be sent today. ${RULE}`;
  throw new HttpError('mail_limit', sentence, passwordEmails.seconds);
}
