import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import type { ClientMessage, ServerMessage } from '../../contract/live.ts';
import { maySeeNotification } from '../../contract/notifications/notifications.rules.ts';
import { may, type Permission } from '../../contract/users/roles.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { PLACES } from '../limits/limits.ts';
import type { Log } from '../process/log.ts';
import { parseJson } from '../text/json.ts';
import type { Bus } from './bus.ts';
import { closeWithSessions, type SocketSession } from './session-sockets.ts';

const MESSAGE_MAX = 4 * 1024;
/** Pages send one message; more is abuse. */
const MESSAGES_A_SOCKET = 50;
const AUTHENTICATE_WITHIN_MS = 10_000;
const BEAT_EVERY_MS = 30_000;

const WRONG_ADMIN = 4003;

export interface Admission extends SocketSession {
  readonly network: string;
  readonly role: Role;
}

export type Viewer = Pick<Admission, 'userId' | 'role'>;

export type Sockets = ReturnType<typeof createSockets>;

interface Connection {
  readonly socket: WebSocket;
  readonly admission: Admission;
  authenticated: boolean;
  alive: boolean;
  messages: number;
}

/** Notifications are also checked by type. */
export const MESSAGE_ACCESS = {
  new_notification: 'back-office',
  unread_count: 'back-office',
  guests_changed: 'see-guests',
  bulk_changed: 'see-users',
} as const satisfies Record<ServerMessage['type'], Permission>;

export const mayReceive = (role: Role, message: ServerMessage): boolean =>
  may(role, MESSAGE_ACCESS[message.type]) &&
  (message.type !== 'new_notification' || maySeeNotification(role, message.notification.type));

const Authentication = z.object({
  type: z.literal('admin_auth'),
  adminId: z.string(),
}) satisfies z.ZodType<ClientMessage>;

/** The handshake decides who may connect; what the page claims must match. */
export function createSockets({ bus, log }: { readonly bus: Bus; readonly log: Log }) {
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX });
  const connections = new Set<Connection>();
  const greetings: ((viewer: Viewer) => ServerMessage | null)[] = [];

  /** The only way to send, so that roles are always checked. */
  const send = ({ socket, admission }: Connection, message: ServerMessage) => {
    if (socket.readyState === socket.OPEN && mayReceive(admission.role, message)) socket.send(JSON.stringify(message));
  };
  const notifyEach = (messageFor: (viewer: Viewer) => ServerMessage | null) => {
    for (const connection of connections) {
      const message = connection.authenticated ? messageFor(connection.admission) : null;
      if (message !== null) send(connection, message);
    }
  };
  const notify = (message: ServerMessage) => notifyEach(() => message);

  const isFull = ({ sessionId, network }: Admission) => {
    const all = [...connections];
    return (
      all.filter(({ admission }) => admission.sessionId === sessionId).length >= PLACES.sessionSockets.most ||
      all.filter(({ authenticated, admission }) => !authenticated && admission.network === network).length >=
        PLACES.newSockets.most
    );
  };

  const open = (connection: Connection) => {
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
    // The session may have ended while it was looked up.
    check((other) => other === connection);
  };

  const receive = (connection: Connection, text: string) => {
    connection.messages += 1;
    if (connection.messages > MESSAGES_A_SOCKET) return connection.socket.terminate();
    const message = parseJson(Authentication, text);
    if (message === null) return log.info({ bytes: text.length }, 'malformed socket message ignored');
    if (message.adminId !== connection.admission.userId) return connection.socket.close(WRONG_ADMIN);
    connection.authenticated = true;
    for (const greeting of greetings) {
      const first = greeting(connection.admission);
      if (first !== null) send(connection, first);
    }
  };

  const check = closeWithSessions({ bus, log }, connections);

  const beat = setInterval(() => {
    check(() => true);
    // Browsers can't ping, so silence means a dead connection.
    for (const greeting of greetings) notifyEach(greeting);
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate();
      connection.alive = false;
      connection.socket.ping();
    }
  }, BEAT_EVERY_MS).unref();

  return {
    /** False if full: the caller rejects the upgrade. */
    accept(admission: Admission, request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
      if (isFull(admission)) return false;
      server.handleUpgrade(request, stream, head, (socket) =>
        open({ socket, admission, authenticated: false, alive: true, messages: 0 }),
      );
      return true;
    },
    notify,
    notifyEach,
    greetWith: (greeting: (viewer: Viewer) => ServerMessage | null) => void greetings.push(greeting),
    count: () => connections.size,
    close(): void {
      clearInterval(beat);
      for (const { socket } of connections) socket.terminate();
      server.close();
    },
  };
}
