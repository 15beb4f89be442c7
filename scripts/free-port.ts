import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below those that systems lend to outgoing connections: one of those would be taken again before it is listened on. */
const LOWEST = 10_240;
const HIGHEST = 32_767;
const PORTS = HIGHEST - LOWEST + 1;

/** Processes that start together begin far apart, and each goes on from there. */
let next = (process.pid * 997) % PORTS;

/**
 * A port of loopback that nobody listens on, and that no other process gets from here while this one lives: its twin for datagrams
 * is held until then. So it can be opened late, and closed and opened again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + next;
    next = (next + 1) % PORTS;
    if ((await holdsTwin(port)) && (await canListenOn(port))) return port;
  }
}

const holdsTwin = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', (error) => {
      socket.close();
      settle(error, resolve, reject);
    });
    socket.bind({ address: '127.0.0.1', port, exclusive: true }, () => resolve(true));
  });

const canListenOn = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => settle(error, resolve, reject));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of somebody else is no reason to end; everything else is. */
function settle(error: NodeJS.ErrnoException, taken: (can: false) => void, failed: (error: Error) => void) {
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES') taken(false);
  else failed(error);
}
