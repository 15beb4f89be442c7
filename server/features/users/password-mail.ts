import * as z from 'zod';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { defineJob } from '../../delivery/job.ts';
import { linkButton, mailPage, paragraph, smallParagraph, toCopy } from '../../delivery/mail.ts';
import { spaceNote, usernameForMail } from '../../delivery/username-in-email.ts';
import { HttpError } from '../../errors.ts';
import { readLimits, takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import { inDays, type TemporaryDays } from '../../passwords/temporary.ts';
import { escapeHtml } from '../../text/html.ts';
import type { Actor } from '../../visitor/visitor.ts';
import type { NoticeDeps } from '../notices/notices.ts';

const Payload = z.object({
  organisation: z.string(),
  url: z.string(),
  username: z.string(),
  temporaryPassword: z.string(),
  /** In days; missing in emails of version 0.1. */
  days: z.int().optional(),
  reason: z.enum(['created', 'reset']),
});
type PasswordMail = z.output<typeof Payload>;

const reasons = {
  created: { title: 'Your account', sentence: 'The support team has created an account for you.' },
  reset: { title: 'Your new password', sentence: 'The support team has reset your password.' },
};

/** See `usernameForMail`. */
const ASK_FOR_NAME = 'please ask the support team for it';

export const passwordMail = defineJob(
  'password',
  Payload,
  ({ organisation, url, username, temporaryPassword, days, reason }) => {
    const { title, sentence } = reasons[reason];
    const signIn = `${url}/auth`;
    const name = usernameForMail(username);
    const lasts =
      days === undefined
        ? ''
        : `The temporary password expires in ${inDays(days)}. After that, please ask for another one.`;
    const text = `${title} at ${organisation}

${sentence}

Sign in: ${signIn}
Username: ${name === null ? ASK_FOR_NAME : `${name}${spaceNote(name)}`}
Temporary password: ${temporaryPassword}
${lasts && `\n${lasts}\n`}
You'll be asked to choose a new password. Only you will know it, and nobody from
${organisation} will ever ask you for it.

Didn't expect this? Please tell the support team and don't sign in.
`;
    const html = mailPage({
      organisation,
      title,
      body: `${paragraph(sentence)}
<p style="margin:0;font-size:14px;color:#5a6070">Username${spaceNote(name ?? '')}</p>${name === null ? paragraph(ASK_FOR_NAME) : toCopy(name, 16)}
<p style="margin:0;font-size:14px;color:#5a6070">Temporary password</p>${toCopy(temporaryPassword, 20)}
${lasts && paragraph(lasts)}
${linkButton(signIn, 'Sign in')}
${paragraph(`You'll be asked to choose a new password. Only you will know it, and nobody from ${escapeHtml(organisation)} will ever ask you for it.`)}
${smallParagraph("Didn't expect this? Please tell the support team and don't sign in.")}`,
    });
    return { subject: `${title} at ${organisation}`, text, html };
  },
);

/** Staff choose the recipients: enough for colleagues, too little for a campaign in the portal's name. */
const { passwordEmails, passwordEmailsInAll } = LIMITS;
const countsOf = ({ userId }: Pick<Actor, 'userId'>) => [countOf(passwordEmails, userId), countOf(passwordEmailsInAll)];

const RULE = `Each admin can send ${passwordEmails.most} passwords a day by email, all admins together ${passwordEmailsInAll.most}.`;

/** Before anything of the file is written. */
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

/** Staff can still read out the password. */
const MAIL_EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;

export async function mailPassword(
  trx: Trx,
  { config, outbox, clock, settings }: Pick<NoticeDeps, 'config' | 'outbox' | 'clock'> & TemporaryDays,
  actor: Actor,
  recipient: string,
  mail: Pick<PasswordMail, 'username' | 'temporaryPassword' | 'reason'>,
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
    turn,
  });
}
