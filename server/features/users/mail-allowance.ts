import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { leftOfLimits, takeFromLimits } from '../../limits/limit-counts.ts';
import type { Actor } from '../../visitor/visitor.ts';

/**
 * Staff choose whom the portal writes to, so what one of them, or somebody with their session, can have it send is little:
 * enough for new colleagues and forgotten passwords, too little for a campaign in the organisation's name.
 */
const DAY = 24 * 60 * 60;
const PER_ADMIN = 50;
const IN_ALL = 500;

const limitsOf = ({ userId }: Pick<Actor, 'userId'>) => [
  { key: `password-mails:${userId}`, most: PER_ADMIN, seconds: DAY },
  { key: 'password-mails', most: IN_ALL, seconds: DAY },
];

const RULE = `Each admin can send ${PER_ADMIN} passwords a day by mail, all admins together ${IN_ALL}.`;

/** In the transaction that puts the mail into the outbox. */
export async function takePasswordMail(trx: Trx, { clock }: Pick<Core, 'clock'>, actor: Actor): Promise<void> {
  const seconds = await takeFromLimits(trx, limitsOf(actor), clock.now());
  if (seconds > 0) throw new HttpError('mail_limit', `No more passwords can be sent by mail for now. ${RULE}`, seconds);
}

/** For a file, before anything of it is written. */
export async function refuseTooManyMails(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  actor: Actor,
  mails: number,
): Promise<void> {
  const left = Math.min(...(await leftOfLimits(db, limitsOf(actor), clock.now())));
  if (mails <= left) return;
  const sentence = `This file would send ${mails.toLocaleString('en')} passwords by mail, and ${left} can be sent today. ${RULE}`;
  throw new HttpError('mail_limit', sentence, DAY);
}
