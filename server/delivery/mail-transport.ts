import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { type Mailbox, openMailbox } from './dev-mailbox.ts';
import { PermanentFailure, Unreachable } from './job.ts';
import type { SendMail } from './mail.ts';
import { loadNodemailer } from './smtp/nodemailer.ts';
import { describeAnswer } from './smtp/smtp-answer.ts';
import { type ConnectionError, describeSmtpError } from './smtp/smtp-errors.ts';
import { smtpOptions } from './smtp/smtp-security.ts';
import { smtpUtf8 } from './smtp/smtp-utf8.ts';

export interface MailTransport {
  readonly send: SendMail;
  provenAt(): number | null;
  readonly mailbox: Mailbox | null;
  close(): void;
}

/** Envelope sender for an email's id; null to use the sender's address. */
type ReturnAddress = ((id: string) => string) | null;

export function mailTransport(
  { mail, production, dataDir }: Config,
  clock: Clock,
  returnAddress: ReturnAddress,
): MailTransport {
  if (mail.smtpUrl !== null) return smtpTransport(mail.smtpUrl, mail, clock, returnAddress);
  if (production) {
    const send: SendMail = async () => {
      throw new PermanentFailure('No mail server is set up (SMTP_URL)');
    };
    return { send, provenAt: () => null, mailbox: null, close: () => {} };
  }
  const mailbox = openMailbox(dataDir, clock);
  return { send: mailbox.send, provenAt: () => null, mailbox, close: () => {} };
}

/** Keeps autoresponders from answering. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

type DkimKey = NonNullable<Config['mail']['dkim']>;

const signature = ({ domain, selector, key }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
});

export const smtpConnection = (smtpUrl: string, onTrusted = () => {}) => ({
  ...smtpOptions(smtpUrl),
  tls: {
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off.
    rejectUnauthorized: true,
    checkServerIdentity(host: string, certificate: PeerCertificate) {
      const problem = checkServerIdentity(host, certificate);
      if (problem === undefined) onTrusted();
      return problem;
    },
  },
  connectionTimeout: 10_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
});

function smtpTransport(
  smtpUrl: string,
  { from, dkim }: Config['mail'],
  clock: Clock,
  returnAddress: ReturnAddress,
): MailTransport {
  const { createTransport } = loadNodemailer();
  let provenAt: number | null = null;
  const onTrusted = () => {
    provenAt = clock.now();
  };
  const transport = createTransport({
    ...smtpConnection(smtpUrl, onTrusted),
    pool: true,
    maxConnections: 5,
    // Retry once: the server may have closed a pooled connection.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: signature(dkim) }),
  } as Parameters<typeof createTransport>[0]);
  const mustBeTakable = smtpUtf8(transport, clock);
  return {
    async send(recipient, { subject, text, html }, id) {
      const to = { name: '', address: recipient };
      try {
        await mustBeTakable(recipient);
        await transport.sendMail({
          from,
          to,
          ...(returnAddress && { envelope: { from: returnAddress(id), to } }),
          subject,
          text,
          html,
          headers: AUTOMATIC,
        });
      } catch (error) {
        throw asFailure(error as ConnectionError);
      }
    },
    provenAt: () => provenAt,
    mailbox: null,
    close: () => transport.close(),
  };
}

/** A 5xx about the email is permanent; one about the connection may pass. */
function asFailure(error: ConnectionError): Error {
  if (!ABOUT_THE_MAIL.has(error.code ?? '')) return new Unreachable(describeSmtpError(error));
  const { response, responseCode = 0, command } = error;
  const said = response === undefined ? error.message : describeAnswer(response);
  const why = command === 'MAIL FROM' ? `${said} (at MAIL FROM)` : said;
  return responseCode >= 500 ? new PermanentFailure(why) : new Error(why);
}
