import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ClientMessage, type ServerMessage, SOCKET_PATH, SOCKET_SIGNED_OUT } from '../../contract/live.ts';
import type { Config } from '../config.ts';
import type { PresenceReplica } from '../features/guest-activity/presence-replica.ts';
import type { Notifications } from '../features/notifications/notifications.ts';
import { presentNotification } from '../features/notifications/presenter.ts';
import { refusal } from '../http/access.ts';
import { readCookie } from '../http/cookies.ts';
import { allowedHosts, namesSeveralHosts } from '../http/hosts.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { Log } from '../log.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { clientAddress, networkOf, proxies } from '../visitor/address.ts';
import type { Bus } from './bus.ts';

const MESSAGE_MAX = 4 * 1024;
/** A page has one thing to say; whoever goes on talking is none. */
const MESSAGES_A_SOCKET = 50;
const SOCKETS_A_SESSION = 10;
const UNAUTHENTICATED_AN_ADDRESS = 20;
const AUTHENTICATE_WITHIN_MS = 10_000;
const BEAT_EVERY_MS = 30_000;
/** A list that changes many times a second is fetched a few times a second. */
const GUESTS_TOLD_EVERY_MS = 250;

/** The session has a new token: its page comes back with it, and nobody else does. */
const TOKEN_RENEWED = 4002;
const WRONG_ADMIN = 4003;

interface SocketDeps {
  readonly config: Config;
  readonly log: Log;
  readonly bus: Bus;
  readonly sessions: Sessions;
  readonly notifications: Notifications;
  readonly presence: PresenceReplica;
}

interface Connection {
  readonly socket: WebSocket;
  readonly token: string;
  readonly session: Session;
  readonly network: string;
  authenticated: boolean;
  alive: boolean;
  messages: number;
}

/**
 * The socket of the back-office. Who may open it is decided by cookie and origin at the handshake; what the page then
 * claims to be must be the same. It carries news only: after a gap the page fetches everything again.
 */
export function serveSocket(app: FastifyInstance, deps: SocketDeps): { open(): number; close(): void } {
  const { config, log, bus, sessions, notifications, presence } = deps;
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX });
  const connections = new Set<Connection>();
  const isAllowed = allowedHosts(config);
  const isProxy = proxies(config.trustProxy);

  const send = ({ socket }: Connection, message: ServerMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const tellAll = (message: ServerMessage) => {
    for (const connection of connections) if (connection.authenticated) send(connection, message);
  };

  const refuse = (socket: Duplex, status: string) => {
    // Both ways: no time limit of HTTP applies any more, and a client that never closes would keep it for ever.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (namesSeveralHosts(request)) return refuse(socket, '400 Bad Request');
    if (path !== SOCKET_PATH || !isAllowed(request)) return refuse(socket, '404 Not Found');
    // A browser always names the origin here; whoever does not is no page of ours.
    if (request.headers.origin === undefined || !isOwnOrigin(request.headers, config))
      return refuse(socket, '403 Forbidden');
    const token = readCookie(request.headers.cookie, app.sessionCookie.name);
    const session = token === undefined ? null : await sessions.find(token, true);
    if (token === undefined || session === null || refusal('admin', { session, passedGate: false }) !== null)
      return refuse(socket, session === null ? '401 Unauthorized' : '403 Forbidden');
    const forwarded = request.headers['x-forwarded-for'];
    const address = clientAddress(request.socket.remoteAddress ?? '', [forwarded].flat().join(','), isProxy);
    const network = networkOf(address);
    const all = [...connections];
    if (
      all.filter((other) => other.session.id === session.id).length >= SOCKETS_A_SESSION ||
      all.filter((other) => !other.authenticated && other.network === network).length >= UNAUTHENTICATED_AN_ADDRESS
    )
      return refuse(socket, '429 Too Many Requests');
    server.handleUpgrade(request, socket, head, (opened) =>
      accept({ socket: opened, token, session, network, authenticated: false, alive: true, messages: 0 }),
    );
  };

  const accept = (connection: Connection) => {
    const { socket } = connection;
    connections.add(connection);
    const patience = setTimeout(() => {
      if (!connection.authenticated) socket.close(WRONG_ADMIN);
    }, AUTHENTICATE_WITHIN_MS);
    socket.on('close', () => {
      clearTimeout(patience);
      connections.delete(connection);
    });
    socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.on('message', (data) => receive(connection, String(data)));
    // The session may have ended while it was looked up, before this socket was among those that are told.
    check((other) => other === connection);
  };

  const receive = (connection: Connection, text: string) => {
    connection.messages += 1;
    if (connection.messages > MESSAGES_A_SOCKET) return connection.socket.terminate();
    const message = parse(text);
    // Not what was said: it comes from outside and could be anything.
    if (message === null) return log.info({ bytes: text.length }, 'malformed socket message ignored');
    if (message.adminId !== connection.session.user.id) return connection.socket.close(WRONG_ADMIN);
    connection.authenticated = true;
    send(connection, { type: 'unread_count', count: notifications.unread });
  };

  /** Ends every socket whose session is over, at once. */
  const endSignedOut = async (concerned: (connection: Connection) => boolean) => {
    for (const connection of [...connections].filter(concerned)) {
      const { socket, session, token } = connection;
      if ((await sessions.find(token, true))?.user.role === 'admin') continue;
      socket.close((await sessions.isRenewed(session.id, token)) ? TOKEN_RENEWED : SOCKET_SIGNED_OUT);
    }
  };
  const check = (concerned: (connection: Connection) => boolean) =>
    void endSignedOut(concerned).catch((error) => log.warn({ err: error }, 'sockets not checked'));

  bus.subscribe('session-ended', (id) => check(({ session }) => session.id === id));
  bus.subscribe('user-changed', (id) => check(({ session }) => id === '*' || session.user.id === id));
  bus.onGap(() => check(() => true));
  notifications.onNew((row) => tellAll({ type: 'new_notification', notification: presentNotification(row) }));
  notifications.onCount((count) => tellAll({ type: 'unread_count', count }));

  let telling: NodeJS.Timeout | null = null;
  presence.onChange(() => {
    if (connections.size === 0) return;
    telling ??= setTimeout(() => {
      telling = null;
      tellAll({ type: 'guests_changed' });
    }, GUESTS_TOLD_EVERY_MS);
  });

  const beat = setInterval(() => {
    check(() => true);
    // Browsers cannot ping; a page that hears nothing for long knows that its connection is dead.
    tellAll({ type: 'unread_count', count: notifications.unread });
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate();
      connection.alive = false;
      connection.socket.ping();
    }
  }, BEAT_EVERY_MS);
  beat.unref();

  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', (error) => log.debug({ err: error }, 'socket failed before it was open'));
    upgrade(request, socket, head).catch((error) => {
      log.warn({ err: error }, 'socket not opened');
      refuse(socket, '503 Service Unavailable');
    });
  });

  return {
    open: () => connections.size,
    close() {
      clearInterval(beat);
      if (telling !== null) clearTimeout(telling);
      for (const { socket } of connections) socket.terminate();
      server.close();
    },
  };
}

function parse(text: string): ClientMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null) return null;
    const { type, adminId } = message as Partial<ClientMessage>;
    return type === 'admin_auth' && typeof adminId === 'string' ? { type, adminId } : null;
  } catch {
    return null;
  }
}
