import { createTransport } from 'nodemailer';
import { PermanentFailure, type SendMail, Unreachable } from './outbox.ts';

const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/** TLS and sign-in come from the address: smtps://user:password@host, or smtp:// with STARTTLS where offered. */
export function smtpSender(smtpUrl: string, from: string): { send: SendMail; close(): void } {
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
  return {
    async send(recipient, { subject, text, html }) {
      try {
        await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text, html });
      } catch (error) {
        const { code = '', responseCode = 0, message } = error as { code?: string; responseCode?: number } & Error;
        // 5xx is the server's last word on this mail. Said at the door, it is about us or the server, and may pass.
        if (!ABOUT_THE_MAIL.has(code)) throw new Unreachable(message);
        throw responseCode >= 500 ? new PermanentFailure(message) : error;
      }
    },
    close: () => transport.close(),
  };
}
