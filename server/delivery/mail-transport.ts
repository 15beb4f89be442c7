import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { PermanentFailure, Unreachable } from './job.ts';
import type { SendMail } from './mail.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { smtpUtf8 } from './smtp-utf8.ts';

interface MailTransport {
  readonly send: SendMail;
  /** Only while there is no mail server, and never in production. */
  readonly mailbox: Mailbox | null;
  close(): void;
}

export async function mailTransport({ mail, production, dataDir }: Config, clock: Clock): Promise<MailTransport> {
  if (mail.smtpUrl !== null) return smtpTransport(mail.smtpUrl, mail.from, clock);
  if (production) {
    const send: SendMail = async () => {
      throw new PermanentFailure('No mail server is configured (SMTP_URL)');
    };
    return { send, mailbox: null, close: () => {} };
  }
  const mailbox = openMailbox(dataDir, clock);
  return { send: mailbox.send, mailbox, close: () => {} };
}

/** Nobody's program answers a mail that a program has written: the answer would go to whoever is behind the sender. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/** TLS and sign-in come from the address: smtps://user:password@host, or smtp:// with STARTTLS where offered. */
async function smtpTransport(smtpUrl: string, from: string, clock: Clock): Promise<MailTransport> {
  // Loaded only where there is a mail server.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 15_000,
    // A slow server is not a dead one.
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  const mustBeTakable = smtpUtf8(transport, clock);
  return {
    async send(recipient, { subject, text, html }) {
      try {
        await mustBeTakable(recipient);
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          headers: AUTOMATIC,
        });
      } catch (error) {
        const { code = '', responseCode = 0, message } = error as { code?: string; responseCode?: number } & Error;
        // 5xx is the server's last word on this mail. Said at the door, it is about us or the server, and may pass.
        if (!ABOUT_THE_MAIL.has(code)) throw new Unreachable(message);
        throw responseCode >= 500 ? new PermanentFailure(message) : error;
      }
    },
    mailbox: null,
    close: () => transport.close(),
  };
}
