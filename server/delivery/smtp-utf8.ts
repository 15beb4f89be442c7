import type { Transporter } from 'nodemailer';
import { keptFor } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';

/** Whether a mail server learns something new is seen soon enough. */
const KEPT_MS = 10 * 60_000;

interface Connection {
  /** After connecting, what the server said that it can do. */
  readonly lastServerResponse: string | false;
  connect(connected: (error?: Error) => void): void;
  once(event: 'error', failed: (error: Error) => void): void;
  close(): void;
}

/** As if the mail server had said it: with the code of RFC 6531 for an address that cannot be written to. */
const refused = () =>
  Object.assign(new Error('5.6.7 The mail server does not offer SMTPUTF8, which this address needs'), {
    code: 'EENVELOPE',
    responseCode: 553,
  });

/**
 * A name in another script can only be sent to where the server offers SMTPUTF8; others would take its bytes for something
 * else. The pool does not say what it was offered, so that is asked for once on a connection of its own.
 */
export function smtpUtf8(transport: Transporter, clock: Clock) {
  const { options } = transport.transporter as unknown as { options: object };
  const isOffered = keptFor(KEPT_MS, clock, async () => {
    const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
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
  /** Fails where the recipient cannot be written to. */
  return async (recipient: string): Promise<void> => {
    if (/\P{ASCII}/u.test(recipient) && !(await isOffered())) throw refused();
  };
}
