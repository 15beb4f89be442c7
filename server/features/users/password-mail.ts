import { sql } from 'kysely';
import * as z from 'zod';
import { DAY_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { defineMail } from '../../delivery/mail.ts';
import type { NoticeDeps } from '../../delivery/notices/notices.ts';
import { usernameForMail } from '../../delivery/username-in-email.ts';
import { HttpError } from '../../errors.ts';
import { readLimits, takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { TemporaryDays } from '../../passwords/temporary.ts';
import type { Actor } from '../../visitor/visitor.ts';

const Payload = z.object({
  organisation: z.string(),
  url: z.string(),
  username: z.string(),
  temporaryPassword: z.string(),
  /** In days. Missing in emails of version 0.1. */
  days: z.int().optional(),
  reason: z.enum(['created', 'reset']),
});

interface PasswordMail extends Pick<z.output<typeof Payload>, 'username' | 'temporaryPassword' | 'reason'> {
  readonly userId: string;
  /** The recipient's language, if they have signed in before. */
  readonly language: string | null;
}

export const passwordMail = defineMail('password', Payload, (payload, writer) => {
  const { organisation, url, username, temporaryPassword, days, reason } = payload;
  const { mails, say, paragraph, smallParagraph, labelledToCopy } = writer;
  const words = mails.password;
  const name = usernameForMail(username);
  const usernameLabel = name?.includes(' ') ? words.usernameWithoutSpace : mails.username;
  return {
    organisation,
    subject: say(words[reason].subject, { organisation }),
    title: say(words[reason].title),
    blocks: [
      paragraph(say(words[reason].why)),
      name === null
        ? writer.labelledSentence(mails.username, say(words.askForUsername))
        : labelledToCopy(usernameLabel, name, 16),
      labelledToCopy(words.temporaryPassword, temporaryPassword, 20),
      ...(days === undefined ? [] : [paragraph(say(words.expires(days)))]),
      writer.button(`${url}/auth`, mails.signIn),
      paragraph(say(words.next, { organisation })),
      smallParagraph(say(words.notExpected)),
    ],
  };
});

/** Staff choose the recipients: enough for colleagues, too little for a spam campaign. */
const { passwordEmails, passwordEmailsInAll } = LIMITS;
const countsOf = ({ userId }: Pick<Actor, 'userId'>) => [countOf(passwordEmails, userId), countOf(passwordEmailsInAll)];

const RULE = `Each admin can send ${passwordEmails.most} passwords a day by email, all admins together ${passwordEmailsInAll.most}.`;

/** Call before anything of the import is written. */
export async function refuseTooManyMails(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  actor: Actor,
  mails: number,
): Promise<void> {
  const left = Math.min(...(await readLimits(db, countsOf(actor), clock.now())).map((count) => count.left));
  if (mails <= left) return;
  const sentence = `This file would send ${mails.toLocaleString('en')} passwords by email, and ${left} can be sent today. ${RULE}`;
  throw new HttpError('mail_limit', sentence, passwordEmails.seconds);
}

/** After that, staff can still read out the password. */
const MAIL_EXPIRES_AFTER_MS = DAY_MS;

export async function mailPassword(
  trx: Trx,
  { config, outbox, clock, settings }: Pick<NoticeDeps, 'config' | 'outbox' | 'clock'> & TemporaryDays,
  actor: Actor,
  recipient: string,
  { userId, ...mail }: PasswordMail,
  turn = 0,
): Promise<void> {
  const now = clock.now();
  const seconds = await takeFromLimits(trx, countsOf(actor), now);
  if (seconds > 0)
    throw new HttpError('mail_limit', `No more passwords can be sent by email for now. ${RULE}`, seconds);
  await outbox.put(trx, passwordMail, {
    recipient,
    payload: {
      organisation: config.organisation,
      url: config.publicUrl.origin,
      days: settings.current.temporaryPasswordDays,
      ...mail,
    },
    expiresAt: now + MAIL_EXPIRES_AFTER_MS,
    person: userId,
    turn,
  });
}

/** For a password that is replaced, or an address that was corrected. The conditions match the index's. */
export async function withdrawPasswordMails(trx: Trx, userIds: readonly string[], now: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ expires_at: now, error: null })
    .where('channel', '=', 'mail')
    .where('person', 'in', userIds)
    .where(sql<boolean>`state in ('queued', 'sending')`)
    .execute();
}
