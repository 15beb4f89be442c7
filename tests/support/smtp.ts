import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import type { Identity } from './certificates.ts';
import { until } from './process.ts';

export interface ReceivedMail {
  readonly to: string;
  /** The sender of the envelope: where it goes when it cannot be delivered. */
  readonly returnPath: string;
  /** The recipients of the envelope, whatever the mail says. */
  readonly recipients: readonly string[];
  /** The names of its headers, in lower case and in order of the alphabet. */
  readonly headers: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As it came. */
  readonly source: Buffer;
  readonly isEncrypted: boolean;
}

/** How it proves who it is: at once, or after STARTTLS. */
interface TestTls extends Identity {
  readonly begins: 'at once' | 'with STARTTLS';
}

type Behaviour = 'accept' | 'temporary-failure' | 'permanent-failure' | 'slow' | 'cut-after-data' | 'accept-in-silence';

/** A real SMTP server on loopback that can misbehave. */
export class TestSmtp {
  readonly received: ReceivedMail[] = [];
  readonly port: number;
  behaviour: Behaviour = 'accept';
  /** What it says when it refuses a mail for good. */
  refusal = 'no such mailbox';
  /** What it says before it has seen the mail. */
  refusesAt: {
    readonly stage: 'connect' | 'sender' | 'recipient';
    readonly code: number;
    readonly said?: string;
  } | null = null;
  /** Whose mails are slow in "slow". */
  isSlowFor: (recipient: string) => boolean = () => true;
  /** Whether it takes names of mailboxes in other scripts. */
  offersUtf8 = true;
  /** Those that wait in "slow". */
  readonly #waiting: { readonly session: string; go(): void }[] = [];
  readonly #hungUp = new Set<string>();
  /** When set, only who signs in with these may send. */
  readonly #credentials: string | undefined;
  readonly #tls: TestTls | undefined;
  /** How often somebody has tried to sign in. */
  signIns = 0;
  #server: SMTPServer | null = null;

  private constructor(port: number, credentials?: string, tls?: TestTls) {
    this.port = port;
    this.#credentials = credentials;
    this.#tls = tls;
  }

  static async start(credentials?: string, tls?: TestTls): Promise<TestSmtp> {
    const smtp = await TestSmtp.listening(credentials, tls);
    onTestFinished(() => smtp.close());
    return smtp;
  }

  /** The caller has to close it. */
  static async listening(credentials?: string, tls?: TestTls): Promise<TestSmtp> {
    const smtp = new TestSmtp(await freePort(), credentials, tls);
    await smtp.open();
    return smtp;
  }

  get url(): string {
    const scheme = this.#tls?.begins === 'at once' ? 'smtps' : 'smtp';
    return `${scheme}://${this.#credentials === undefined ? '' : `${this.#credentials}@`}127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    this.#server = new SMTPServer({
      disabledCommands: [
        ...(this.#credentials === undefined ? ['AUTH'] : []),
        ...(this.#tls === undefined ? ['STARTTLS'] : []),
      ],
      secure: this.#tls?.begins === 'at once',
      ...(this.#tls && { key: this.#tls.key, cert: this.#tls.cert }),
      allowInsecureAuth: true,
      hideSMTPUTF8: !this.offersUtf8,
      onAuth: ({ username, password }, _session, done) => {
        this.signIns += 1;
        if (`${username}:${password}` === this.#credentials) done(null, { user: username });
        else done(new Error('wrong credentials'));
      },
      onClose: ({ id }) => void this.#hungUp.add(id),
      onConnect: (_session, done) => done(this.#refusalAt('connect')),
      onMailFrom: (_address, _session, done) => done(this.#refusalAt('sender')),
      onRcptTo: (_address, _session, done) => done(this.#refusalAt('recipient')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          if (this.behaviour === 'temporary-failure')
            return done(Object.assign(new Error('try later'), { responseCode: 451 }));
          if (this.behaviour === 'permanent-failure')
            return done(Object.assign(new Error(this.refusal), { responseCode: 550 }));
          const recipient = session.envelope.rcptTo[0]?.address ?? '';
          if (this.behaviour === 'slow' && this.isSlowFor(recipient))
            await new Promise<void>((go) => this.#waiting.push({ session: session.id, go }));
          if (this.#hungUp.has(session.id)) return;
          if (this.behaviour === 'cut-after-data') {
            (session as unknown as { connection?: { _socket: { destroy(): void } } }).connection?._socket.destroy();
            for (const connection of this.#server?.connections ?? []) connection._socket.destroy();
            return;
          }
          const source = Buffer.concat(chunks);
          const mail = await PostalMime.parse(source);
          this.received.push({
            to: mail.to?.[0]?.address ?? '',
            returnPath: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            headers: mail.headers.map(({ key }) => key).sort(),
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
            source,
            isEncrypted: session.secure,
          });
          // It has the mail, and the server that sent it does not know.
          if (this.behaviour !== 'accept-in-silence') done();
        });
      },
    });
    this.#server.on('error', () => undefined);
    await new Promise<void>((listening) => this.#server?.listen(this.port, '127.0.0.1', listening));
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#server?.connections.size ?? 0;
  }

  /** How many mails wait in "slow". */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many of them have no sender any more; they are not taken. */
  get abandoned(): number {
    return this.#waiting.filter(({ session }) => this.#hungUp.has(session)).length;
  }

  /** Lets them go on. What comes from now on waits as well, unless it behaves differently by then. */
  release(): void {
    for (const { go } of this.#waiting.splice(0)) go();
  }

  #refusalAt(stage: NonNullable<TestSmtp['refusesAt']>['stage']): Error | null {
    if (this.refusesAt?.stage !== stage) return null;
    return Object.assign(new Error(this.refusesAt.said ?? 'not now'), { responseCode: this.refusesAt.code });
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
