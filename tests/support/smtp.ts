import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import type { Identity } from './certificates.ts';
import { listenOn } from './listen.ts';
import { until } from './process.ts';

export interface ReceivedMail {
  readonly to: string;
  /** The envelope's sender, to which bounces go. */
  readonly returnPath: string;
  /** The envelope's recipients, whatever the headers say. */
  readonly recipients: readonly string[];
  /** Header names in lower case, sorted. */
  readonly headers: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The raw message. */
  readonly source: Buffer;
  readonly isEncrypted: boolean;
}

/** The server's certificate, and whether TLS starts at once or with STARTTLS. */
interface TestTls extends Identity {
  readonly begins: 'at once' | 'with STARTTLS';
}

type Behaviour = 'accept' | 'temporary-failure' | 'permanent-failure' | 'slow' | 'cut-after-data' | 'accept-in-silence';

/** A real SMTP server on loopback that can misbehave. */
export class TestSmtp {
  readonly received: ReceivedMail[] = [];
  readonly port: number;
  behaviour: Behaviour = 'accept';
  /** The text of a permanent rejection. */
  refusal = 'no such mailbox';
  /** A rejection before the server has seen the email. */
  refusesAt: {
    readonly stage: 'connect' | 'sender' | 'recipient';
    readonly code: number;
    readonly said?: string;
  } | null = null;
  /** Which recipients are slow in "slow". */
  isSlowFor: (recipient: string) => boolean = () => true;
  /** Whether the server supports SMTPUTF8. */
  offersUtf8 = true;
  /** Emails held in "slow". */
  readonly #waiting: { readonly session: string; go(): void }[] = [];
  readonly #hungUp = new Set<string>();
  /** If set, clients must authenticate with these. */
  readonly #credentials: string | undefined;
  readonly #tls: TestTls | undefined;
  /** How many clients have tried to authenticate. */
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
          const recipient = session.envelope.rcptTo[0]?.address ?? '';
          if (this.behaviour === 'slow' && this.isSlowFor(recipient))
            await new Promise<void>((go) => this.#waiting.push({ session: session.id, go }));
          if (this.#hungUp.has(session.id)) return;
          if (this.behaviour === 'temporary-failure')
            return done(Object.assign(new Error('try later'), { responseCode: 451 }));
          if (this.behaviour === 'permanent-failure')
            return done(Object.assign(new Error(this.refusal), { responseCode: 550 }));
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
          // The server has the email, but the sender gets no answer.
          if (this.behaviour !== 'accept-in-silence') done();
        });
      },
    });
    this.#server.on('error', () => undefined);
    await listenOn(this.#server.server, this.port);
  }

  get connections(): number {
    return this.#server?.connections.size ?? 0;
  }

  /** How many emails wait in "slow". */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many of them have lost their sender; those are not accepted. */
  get abandoned(): number {
    return this.#waiting.filter(({ session }) => this.#hungUp.has(session)).length;
  }

  /** Continues the waiting emails. Later ones wait as well, unless the behaviour has changed. */
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

  /** The email with this number, counted from one, as soon as it has arrived. */
  async mail(number = 1): Promise<ReceivedMail> {
    await until(`email ${number} has arrived`, () => this.received.length >= number);
    return this.received[number - 1] as ReceivedMail;
  }
}

/** The code as a guest reads it: a line of its own in the text. */
export function codeIn(mail: ReceivedMail): string {
  const [, code] = /^(\d{6})$/m.exec(mail.text) ?? [];
  if (code === undefined) throw new Error(`No code in: ${mail.text}`);
  return code;
}
