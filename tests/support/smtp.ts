import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { until } from './process.ts';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Behaviour = 'accept' | 'temporary-failure' | 'permanent-failure' | 'slow' | 'cut-after-data';

/** A real SMTP server on loopback that can misbehave. */
export class TestSmtp {
  readonly received: ReceivedMail[] = [];
  readonly port: number;
  behaviour: Behaviour = 'accept';
  /** Lets the mails go on that wait in "slow". */
  release: () => void = () => {};
  /** When set, only who signs in with these may send. */
  readonly #credentials: string | undefined;
  #server: SMTPServer | null = null;

  private constructor(port: number, credentials?: string) {
    this.port = port;
    this.#credentials = credentials;
  }

  static async start(credentials?: string): Promise<TestSmtp> {
    const smtp = new TestSmtp(await freePort(), credentials);
    await smtp.open();
    onTestFinished(() => smtp.close());
    return smtp;
  }

  get url(): string {
    return `smtp://${this.#credentials === undefined ? '' : `${this.#credentials}@`}127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    this.#server = new SMTPServer({
      disabledCommands: this.#credentials === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (`${username}:${password}` === this.#credentials) done(null, { user: username });
        else done(new Error('wrong credentials'));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          if (this.behaviour === 'temporary-failure')
            return done(Object.assign(new Error('try later'), { responseCode: 451 }));
          if (this.behaviour === 'permanent-failure')
            return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
          if (this.behaviour === 'slow') await new Promise<void>((go) => (this.release = go));
          if (this.behaviour === 'cut-after-data') {
            (session as unknown as { connection?: { _socket: { destroy(): void } } }).connection?._socket.destroy();
            for (const connection of this.#server?.connections ?? []) connection._socket.destroy();
            return;
          }
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          this.received.push({
            to: mail.to?.[0]?.address ?? '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
          });
          done();
        });
      },
    });
    this.#server.on('error', () => undefined);
    await new Promise<void>((listening) => this.#server?.listen(this.port, '127.0.0.1', listening));
  }

  async close(): Promise<void> {
    this.release();
    for (const connection of this.#server?.connections ?? []) connection._socket.destroy();
    await new Promise<void>((closed) => (this.#server === null ? closed() : this.#server.close(() => closed())));
    this.#server = null;
  }

  /** The mail with this number (counting from one), as soon as it has come. */
  async mail(number = 1): Promise<ReceivedMail> {
    await until(`mail ${number} has come`, () => this.received.length >= number);
    return this.received[number - 1] as ReceivedMail;
  }
}

/** The code as a guest reads it: the line of its own in the text. */
export function codeIn(mail: ReceivedMail): string {
  const [, code] = /^(\d{6})$/m.exec(mail.text) ?? [];
  if (code === undefined) throw new Error(`No code in: ${mail.text}`);
  return code;
}
