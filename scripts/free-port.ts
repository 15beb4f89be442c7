import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, which could take a port before it is listened on. */
const LOWEST = 10_240;
const HIGHEST = Math.max(firstOutgoingPort() - 1, 2 * LOWEST);
const PORTS = HIGHEST - LOWEST + 1;

/** Processes that start together begin far apart. */
let next = (process.pid * 997) % PORTS;

/**
 * A free port on loopback that no other process gets from here while this one lives: its UDP twin stays bound. So it
 * can be opened late, closed and opened again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + next;
    next = (next + 1) % PORTS;
    if ((await holdsTwin(port)) && (await canListenOn(port))) return port;
  }
}

function firstOutgoingPort(): number {
  const range = '/proc/sys/net/ipv4/ip_local_port_range';
  return existsSync(range) ? Number.parseInt(readFileSync(range, 'utf8'), 10) : 32_768;
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

/** A port in use is expected; every other error is not. */
function settle(error: NodeJS.ErrnoException, taken: (can: false) => void, failed: (error: Error) => void) {
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES') taken(false);
  else failed(error);
}
