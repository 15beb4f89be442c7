import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Hop-by-hop headers, which a proxy must not forward. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * A proxy in front of several processes: each request and socket goes to the next one, or the one after it if nothing
 * listens. It forwards Host, sets X-Forwarded-For and keeps connections alive, as proxies do. It resends only GET
 * requests: a process may close a kept connection just when it is used again.
 */
export class RoundRobin {
  targets: number[] = [];
  /** Many proxies do not forward WebSockets. */
  passesSockets = true;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sockets = new Set<Duplex>();
  readonly #server: Server;
  #next = 0;

  private constructor() {
    this.#server = createServer((incoming, answer) => void this.#forward(incoming, answer));
    this.#server.on('upgrade', (incoming, socket, head) => this.#join(incoming, socket, head));
  }

  static async start(): Promise<RoundRobin> {
    const proxy = new RoundRobin();
    await new Promise<void>((listening) => proxy.#server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Cuts every open socket without a close frame. */
  cutSockets(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cutSockets();
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  /** Every process once, starting with the next one. */
  #turns(): number[] {
    this.#next = (this.#next + 1) % this.targets.length;
    return [...this.targets.slice(this.#next), ...this.targets.slice(0, this.#next)];
  }

  async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    for (const port of this.#turns()) {
      const outcome = await this.#ask(port, incoming, Buffer.concat(chunks), answer);
      if (outcome === 'answered') return;
      if (outcome === 'refused' || incoming.method === 'GET') continue;
      break;
    }
    answer.writeHead(502, { 'content-type': 'application/json' }).end('{"error":"bad_gateway"}');
  }

  #ask(port: number, incoming: IncomingMessage, body: Buffer, answer: ServerResponse) {
    return new Promise<'answered' | 'refused' | 'lost'>((resolve) => {
      const asked = request(
        {
          agent: this.#agent,
          port,
          host: '127.0.0.1',
          method: incoming.method,
          path: incoming.url,
          headers: forwarded(incoming),
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('error', () => resolve('lost'));
          response.on('end', () => {
            answer.writeHead(response.statusCode ?? 502, withoutConnection(response.headers));
            answer.end(Buffer.concat(parts));
            resolve('answered');
          });
        },
      );
      asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'));
      asked.end(body);
    });
  }

  #join(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!this.passesSockets) return void socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n');
    const [port, ...others] = this.#turns();
    this.#joinTo(port as number, others, incoming, socket, head);
  }

  #joinTo(port: number, others: number[], incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const upstream: Socket = connect(port, '127.0.0.1');
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      const [next, ...rest] = others;
      if (error.code === 'ECONNREFUSED' && next !== undefined) this.#joinTo(next, rest, incoming, socket, head);
      else socket.destroy();
    });
    upstream.on('connect', () => {
      const lines = Object.entries({ ...forwarded(incoming), connection: 'Upgrade' });
      upstream.write(`GET ${incoming.url} HTTP/1.1\r\n`);
      upstream.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }
}

const withoutConnection = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

function forwarded({ headers, socket }: IncomingMessage) {
  const known = headers['x-forwarded-for'];
  const client = socket.remoteAddress ?? '';
  return { ...withoutConnection(headers), 'x-forwarded-for': known === undefined ? client : `${known}, ${client}` };
}
