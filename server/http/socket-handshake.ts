import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { SOCKET_PATH } from '../../contract/live.ts';
import type { Core } from '../core.ts';
import type { Admission, Sockets } from '../live/sockets.ts';
import type { Session } from '../sessions/sessions.ts';
import { clientAddress, networkOf, proxies } from '../visitor/address.ts';
import { refusal } from './access.ts';
import { readCookie } from './cookies.ts';
import { allowedHosts, isOwnOrigin, namesSeveralHosts } from './hosts.ts';

interface HandshakeDeps extends Pick<Core, 'config' | 'log' | 'sessions'> {
  readonly sockets: Sockets;
}

const refusalOf = (session: Session | null) => refusal('admin', { session, passedGate: false });

/** Requests for a socket pass none of the kernel's hooks, so host, origin and session are checked here. */
export function serveSockets(app: FastifyInstance, { config, log, sessions, sockets }: HandshakeDeps): void {
  const isAllowed = allowedHosts(config);
  const isProxy = proxies(config.trustProxy);

  /** Admins, for as long as their session lasts; others get the status that refuses them. */
  const admit = async ({ headers, socket }: IncomingMessage): Promise<Admission | number> => {
    const token = readCookie(headers.cookie, app.sessionCookie.name);
    const session = token === undefined ? null : await sessions.find(token, true);
    if (token === undefined || session === null) return 401;
    const refused = refusalOf(session);
    if (refused !== null) return refused.status;
    return {
      sessionId: session.id,
      userId: session.user.id,
      network: networkOf(clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], isProxy)),
      async session() {
        if (refusalOf(await sessions.find(token, true)) === null) return 'current';
        return (await sessions.isRenewed(session.id, token)) ? 'renewed' : 'over';
      },
    };
  };

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (namesSeveralHosts(request)) return refuse(stream, 400);
    if (path !== SOCKET_PATH || !isAllowed(request)) return refuse(stream, 404);
    // A browser always names the origin here; a client that does not is no page of ours.
    if (request.headers.origin === undefined || !isOwnOrigin(request.headers, config)) return refuse(stream, 403);
    const admission = await admit(request);
    if (typeof admission === 'number') return refuse(stream, admission);
    if (!sockets.accept(admission, request, stream, head)) refuse(stream, 429);
  };

  app.server.on('upgrade', (request, stream, head) => {
    stream.on('error', (error) => log.debug({ err: error }, 'socket failed before it was open'));
    upgrade(request, stream, head).catch((error) => {
      log.warn({ err: error }, 'socket not opened');
      refuse(stream, 503);
    });
  });
}

function refuse(stream: Duplex, status: number): void {
  // Both ways: no time limit of HTTP applies any more, and a client that never closes would keep it for ever.
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
