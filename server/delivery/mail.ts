import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { Mailbox } from './mailbox.ts';
import { PermanentFailure, type SendMail } from './outbox.ts';

export interface MailTransport {
  readonly send: SendMail;
  /** Only while there is no mail server, and never in production. */
  readonly mailbox: Mailbox | null;
  close(): void;
}

export async function mailTransport({ mail, production, dataDir }: Config, clock: Clock): Promise<MailTransport> {
  if (mail.smtpUrl !== null) {
    const { smtpSender } = await import('./smtp.ts');
    return { ...smtpSender(mail.smtpUrl, mail.from), mailbox: null };
  }
  if (production) {
    const send: SendMail = async () => {
      throw new PermanentFailure('No mail server is configured (SMTP_URL)');
    };
    return { send, mailbox: null, close: () => {} };
  }
  const mailbox = new Mailbox(dataDir, clock);
  return { send: mailbox.send, mailbox, close: () => {} };
}
