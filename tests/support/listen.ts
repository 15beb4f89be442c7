import type { Server } from 'node:net';
import { until } from './process.ts';

/** Listens on this port of loopback, which another process may have taken for a moment while it was closed. */
export const listenOn = (server: Server, port: number): Promise<void> =>
  until(`port ${port} is free`, () => {
    return new Promise((listens) => {
      server.once('error', () => listens(false));
      server.listen(port, '127.0.0.1', () => listens(true));
    });
  });
