import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface LeanRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface LeanAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** The Cookie header that a browser would send from then on; empty if the answer sets none. */
  readonly cookie: string;
}

const HEAD_END = '\r\n\r\n';

/** One keep-alive connection that sends and waits: a full HTTP client would use more of the machine than the server. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: PromiseWithResolvers<LeanAnswer> | null = null;
  isOpen = true;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isOpen = false;
      this.#waiting?.reject(new Error('connection lost'));
    });
  }

  send(text: string): Promise<LeanAnswer> {
    this.#waiting = Promise.withResolvers();
    this.#socket.write(text);
    return this.#waiting.promise;
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return void this.#socket.destroy();
    const bodyAt = headEnd + HEAD_END.length;
    if (this.#received.length < bodyAt + Number(length)) return;
    const body = this.#received.subarray(bodyAt, bodyAt + Number(length));
    this.#received = Buffer.alloc(0);
    const cookies = [...head.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map(([, cookie]) => cookie);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body, cookie: cookies.join('; ') });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** As many connections as there are requests at once, like those of a proxy. */
export class LeanClient {
  readonly #port: number;
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: LeanRequest = {}): Promise<LeanAnswer> {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${this.#port}`];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body !== undefined)
      lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`);
    const connection = await this.#connection();
    const answer = await connection.send(`${lines.join('\r\n')}${HEAD_END}${payload}`);
    this.#idle.push(connection);
    return answer;
  }

  async #connection(): Promise<Connection> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.isOpen) return idle;
      this.#all.delete(idle);
    }
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const connection = new Connection(socket);
    this.#all.add(connection);
    return connection;
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }
}

/** Runs the work for each of the items, always with this many at once. */
export async function withAtOnce<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  const waiting = items.entries();
  const one = async () => {
    for (const [index, item] of waiting) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
