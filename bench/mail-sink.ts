/** A real mail server in a process of its own: it reports each email's code to the benchmark and keeps nothing. */
import { SMTPServer } from 'smtp-server';

export interface Arrived {
  readonly to: string;
  readonly code: string;
  /** On the machine's monotonic clock, in milliseconds. */
  readonly at: number;
}

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  maxClients: 1_000,
  onData: (stream, { envelope }, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      // A line of its own in the plain text, which no encoding of the email changes.
      const code = /^(\d{6})\r?$/m.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
      const to = envelope.rcptTo[0]?.address ?? '';
      process.send?.({ to, code, at: Number(process.hrtime.bigint()) / 1e6 } satisfies Arrived);
      done();
    });
  },
});
server.on('error', () => undefined);
process.on('disconnect', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
