import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { WAIT_MS } from './patience.ts';

interface RawAnswer {
  readonly status: number;
  /** As received, with names in lower case. */
  readonly head: string;
  readonly body: string;
}

/** The complete answers in the data so far. Not for answers to HEAD, nor for streams. */
function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(rest) ?? [];
    if (end < 0 || status === undefined) return answers;
    const head = rest.slice(0, end).replaceAll(/^[\w-]+:/gm, (name) => name.toLowerCase());
    const length = Number(/^content-length: (\d+)/m.exec(head)?.[1] ?? 0);
    if (rest.length < end + 4 + length) return answers;
    answers.push({ status: Number(status), head, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
}

/** A connection for arbitrary bytes. It never closes by itself, so it shows whether the server does. */
export class RawConnection {
  readonly socket: Socket;
  #text = '';
  #ended = false;
  #changed: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      this.#text += chunk;
      this.#changed();
    });
    for (const event of ['end', 'close'] as const)
      socket.on(event, () => {
        this.#ended = true;
        this.#changed();
      });
    socket.on('error', () => undefined);
  }

  static open(port: number, localAddress = '127.0.0.1'): RawConnection {
    const connection = new RawConnection(connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true }));
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  }

  /** Each character is one byte. */
  send(bytes: string): this {
    this.socket.write(bytes, 'latin1');
    return this;
  }

  /** Whether the server has closed the connection. */
  get ended(): boolean {
    return this.#ended;
  }

  get answers(): RawAnswer[] {
    return answersIn(this.#text);
  }

  /** Resolves with this many answers, or fewer if the server closes the connection. */
  async answered(count = 1): Promise<RawAnswer[]> {
    const deadline = Date.now() + WAIT_MS;
    while (!this.#ended && this.answers.length < count) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`No answer within ${WAIT_MS} ms, only: ${this.#text.slice(0, 200)}`);
      await new Promise<void>((go) => {
        const timer = setTimeout(go, left);
        this.#changed = () => {
          clearTimeout(timer);
          go();
        };
      });
    }
    return this.answers;
  }
}
