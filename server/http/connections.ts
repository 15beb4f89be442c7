import type { Server, ServerOptions } from 'node:http';
import { networkOf, normaliseAddress } from '../visitor/address.ts';

type Patience = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;

/** How long a client may take. Browsers send a request at once; whoever drips holds a connection for nothing. */
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
