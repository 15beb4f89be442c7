import type { Transporter } from 'nodemailer';
import { cachedFor } from '../../bounded-cache.ts';
import type { Clock } from '../../clock.ts';
import { loadSmtpConnection } from './nodemailer.ts';

const KEPT_MS = 10 * 60_000;

interface Connection {
  readonly lastServerResponse: string | false;
  connect(connected: (error?: Error) => void): void;
  once(event: 'error', failed: (error: Error) => void): void;
  close(): void;
}

/** Fails as if the mail server had rejected it (RFC 6531). */
const refused = () =>
  Object.assign(new Error('5.6.7 The mail server does not support SMTPUTF8, which this address needs'), {
    code: 'EENVELOPE',
    responseCode: 553,
  });

/** Nodemailer's pool does not report capabilities, so ask separately. */
export function smtpUtf8(transport: Transporter, clock: Clock) {
  const { options } = transport.transporter as unknown as { options: object };
  const isOffered = cachedFor(KEPT_MS, clock, async () => {
    const SmtpConnection = loadSmtpConnection();
    const connection: Connection = new SmtpConnection(options);
    try {
      await new Promise<void>((connected, failed) => {
        connection.once('error', failed);
        connection.connect((error) => (error === undefined ? connected() : failed(error)));
      });
      return /[ -]SMTPUTF8\b/i.test(String(connection.lastServerResponse));
    } finally {
      connection.close();
    }
  });
  return async (recipient: string): Promise<void> => {
    if (/\P{ASCII}/u.test(recipient) && !(await isOffered())) throw refused();
  };
}
