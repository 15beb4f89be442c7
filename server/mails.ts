import type { OutboxRow, Trx } from './db/tables.ts';
import { noticeMail } from './delivery/notices/notices.ts';
import { emailChangeMail } from './features/account/email/code-mail.ts';
import { emailChangeMailAccepted } from './features/account/email/queries.ts';
import { settingsMail } from './features/notifications/settings-mail.ts';
import { knownEmailMail, verificationMail } from './features/registration/mails.ts';
import { passwordMail } from './features/users/password-mail.ts';
import { codeMail } from './features/verification/code-mail.ts';
import { mailAccepted } from './features/verification/queries.ts';

export const MAILS = [
  codeMail,
  passwordMail,
  verificationMail,
  knownEmailMail,
  settingsMail,
  noticeMail,
  emailChangeMail,
];

/** A code's lifetime begins when the mail server accepts its email. */
export async function onMailSent(trx: Trx, row: OutboxRow, at: number): Promise<void> {
  await mailAccepted(trx, row, at);
  await emailChangeMailAccepted(trx, row, at);
}
