import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { GUEST_SOCKET_PATH, SOCKET_PATH } from '../../contract/live.ts';
import type { Core } from '../core.ts';
import type { GuestAdmission, GuestSockets } from '../live/guest-sockets.ts';
import type { SocketSession } from '../live/session-sockets.ts';
import type { Admission, Sockets } from '../live/sockets.ts';
import { STATUS_CODES } from '../process/node-http.ts';
import { type Access, refusal } from '../sessions/access.ts';
import type { Session } from '../sessions/sessions.ts';
import { addressesIn, clientAddress, networkOf } from '../visitor/address.ts';
import { allowedHosts, hasSeveralHostHeaders, isOwnOrigin } from './hosts.ts';

interface HandshakeDeps extends Pick<Core, 'config' | 'log' | 'sessions'> {
  readonly sockets: Sockets;
  readonly guestSockets: GuestSockets;
}

type Enter = (request: IncomingMessage, stream: Duplex, head: Buffer) => Promise<number | null>;

const TOO_MANY = 429;

/** An upgrade skips the kernel's hooks, so everything is checked here. */
export function serveSockets(app: FastifyInstance, deps: HandshakeDeps): void {
  const { config, log, sessions, sockets, guestSockets } = deps;
  const isAllowed = allowedHosts(config);
  const isProxy = addressesIn(config.trustProxy);
  const gateIsOpen = config.gate.mode === 'open';

  const addressOf = ({ headers, socket }: IncomingMessage) =>
    clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], isProxy);

  const found = async (request: IncomingMessage) => {
    const token = app.sessionCookie.read(request);
    const session = token === undefined ? null : await sessions.find(token, true);
    return token === undefined || session === null ? null : { token, session };
  };

  const sessionOf = (session: Session, token: string, access: Access): SocketSession => ({
    sessionId: session.id,
    userId: session.user.id,
    async session() {
      if (refusal(access, await sessions.find(token, true)) === null) return 'current';
      return (await sessions.isRenewed(session.id, token)) ? 'renewed' : 'over';
    },
  });

  const admitAdmin = async (request: IncomingMessage): Promise<Admission | number> => {
    const known = await found(request);
    const refused = refusal('back-office', known?.session ?? null);
    if (known === null || refused !== null) return refused?.status ?? 401;
    const network = networkOf(addressOf(request));
    const { role } = known.session.user;
    return { ...sessionOf(known.session, known.token, 'back-office'), network, role };
  };

  const admitGuest = async (request: IncomingMessage): Promise<GuestAdmission | number> => {
    const address = addressOf(request);
    const known = await found(request);
    if (known !== null) {
      const refused = refusal('user', known.session);
      if (refused !== null) return refused.status;
      return { address, publicId: null, session: sessionOf(known.session, known.token, 'user') };
    }
    const guest = app.guestCookie.read(request);
    if (guest === null) return 401;
    const refused = refusal('guest', null, gateIsOpen || app.guestCookie.hasPassedGate(request));
    return refused?.status ?? { address, publicId: guest.publicId, session: null };
  };

  const doors: Readonly<Record<string, Enter>> = {
    [SOCKET_PATH]: async (request, stream, head) => {
      const admission = await admitAdmin(request);
      if (typeof admission === 'number') return admission;
      return sockets.accept(admission, request, stream, head) ? null : TOO_MANY;
    },
    [GUEST_SOCKET_PATH]: async (request, stream, head) => {
      const admission = await admitGuest(request);
      if (typeof admission === 'number') return admission;
      if (!guestSockets.accept(admission, request, stream, head)) return TOO_MANY;
      app.releaseConnection(request.socket);
      return null;
    },
  };

  const upgrade: Enter = async (request, stream, head) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const enter = Object.hasOwn(doors, path) ? doors[path] : undefined;
    if (hasSeveralHostHeaders(request)) return 400;
    if (enter === undefined || !isAllowed(request)) return 404;
    if (request.headers.origin === undefined || !isOwnOrigin(request.headers, config)) return 403;
    return enter(request, stream, head);
  };

  app.server.on('upgrade', (request, stream, head) => {
    stream.on('error', (error) => log.debug({ err: error }, 'socket failed before it was open'));
    upgrade(request, stream, head)
      .catch((error) => {
        log.warn({ err: error }, 'socket not opened');
        return 503;
      })
      .then((status) => {
        if (status !== null) refuse(stream, status);
      });
  });
}

function refuse(stream: Duplex, status: number): void {
  // HTTP timeouts don't apply after an upgrade.
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
