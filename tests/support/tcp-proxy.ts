import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { migratedDatabase } from './database.ts';
import { listenOn } from './listen.ts';

/** A proxy between app and database, so that a test can interrupt the connection. */
class TcpProxy {
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
    await listenOn(this.#server, this.port);
  }

  /** Open connections fall silent without closing, as when a machine between disappears. New ones work. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  /** Open connections stay. */
  refuseNew(): void {
    this.#server?.close();
  }

  async cut(): Promise<void> {
    const closed = new Promise((done) => this.#server?.close(done));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** A new PostgreSQL database, reachable directly and through a proxy. */
export async function databaseBehindProxy() {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  const url = new URL(database.env.DATABASE_URL as string);
  const proxy = await TcpProxy.to(url.hostname, Number(url.port));
  onTestFinished(() => proxy.cut());
  url.port = String(proxy.port);
  return { proxy, database, throughProxy: { ...database, env: { ...database.env, DATABASE_URL: url.href } } };
}
