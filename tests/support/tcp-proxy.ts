import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../scripts/free-port.ts';

/** Stands between the app and its database, so that a test can take the database away and give it back. */
export class TcpProxy {
  readonly port: number;
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  private constructor(port: number, target: { host: string; port: number }) {
    this.port = port;
    this.#target = target;
  }

  static async to(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(await freePort(), { host, port });
    await proxy.open();
    return proxy;
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      const upstream = connect(this.#target);
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => this.#sockets.delete(one));
        one.pipe(other);
      }
    });
    await new Promise<void>((listening) => this.#server?.listen(this.port, '127.0.0.1', listening));
  }

  /** Those that are open fall silent without an end, as when a machine between them disappears. New ones work. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  /** Those that are open go on. */
  refuseNew(): void {
    this.#server?.close();
  }

  async cut(): Promise<void> {
    const closed = new Promise((done) => this.#server?.close(done));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
