import type { Server, ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextLook } from 'node:timers/promises';
import { networkOf, normaliseAddress } from '../visitor/address.ts';

type Patience = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;

/** How long a client may take. Browsers send a request at once; a client that drips holds a connection for nothing. */
export const PATIENCE: Required<Patience> = {
  /** From the connection, or the first byte of a later request, to the end of the head. */
  headersTimeout: 10_000,
  /** To the end of the body. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

const CONNECTIONS_MAX = 10_000;
/** A whole company may share an address, with a handful of connections for each browser. */
const CONNECTIONS_A_NETWORK = 1_000;

/** Nobody takes all connections: not one network of its own, and not everybody all of the process's memory. */
export function limitConnections(server: Server, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.maxConnections = CONNECTIONS_MAX;
  server.on('connection', (socket) => {
    const address = normaliseAddress(socket.remoteAddress ?? '') ?? '';
    // Everybody comes through our proxies, which have limits of their own.
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= CONNECTIONS_A_NETWORK) return void socket.destroy();
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

const LOOK_EVERY_MS = 50;
/** A proxy that has not used a connection for so long is not just about to. */
const UNUSED_MS = 500;

/** A kept-alive connection becomes idle when its last request is answered; nothing else would close it then. */
export function closeIdleFromNowOn(server: Server): void {
  const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  server.once('close', () => clearInterval(closing));
  closing.unref();
}

const QUIET_MS = 0.2;
const LOOKS_MAX = 200;

/** A moment in which the loop has just looked for connections and had hardly anything else to do since. */
async function quietMoment(): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const began = performance.now();
    await nextLook();
    if (performance.now() - began < QUIET_MS) return;
  }
}

/**
 * Stops listening and lets connections end by their own: each with its next answer, which says so, or when it is not used
 * any more. Node would close the unused ones at once, and what a proxy is sending on one of them at that moment would be
 * lost. The same happens to connections that nobody has accepted yet; right after the loop has looked there are none.
 */
export async function stopListening(server: Server): Promise<void> {
  await quietMoment();
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  setTimeout(() => closeIdleFromNowOn(server), UNUSED_MS).unref();
  await closed;
}
