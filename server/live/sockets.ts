import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import type { ClientMessage, ServerMessage } from '../../contract/live.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { PLACES } from '../limits/limits.ts';
import type { Log } from '../process/log.ts';
import { parseJson } from '../text/json.ts';
import type { Bus } from './bus.ts';
import { mayHear } from './message-access.ts';
import { endWithSessions, type SocketSession } from './session-sockets.ts';

const MESSAGE_MAX = 4 * 1024;
/** A page has one thing to say; a client that goes on talking is none. */
const MESSAGES_A_SOCKET = 50;
const AUTHENTICATE_WITHIN_MS = 10_000;
const BEAT_EVERY_MS = 30_000;

const WRONG_ADMIN = 4003;

/** Who opens a socket, as the handshake has found out. */
export interface Admission extends SocketSession {
  readonly network: string;
  /** For as long as the socket is open: another role ends the session. */
  readonly role: Role;
}

/** Whose page it is. */
export type Viewer = Pick<Admission, 'userId' | 'role'>;

export type Sockets = ReturnType<typeof createSockets>;

interface Connection {
  readonly socket: WebSocket;
  readonly admission: Admission;
  authenticated: boolean;
  alive: boolean;
  messages: number;
}

const Authentication = z.object({
  type: z.literal('admin_auth'),
  adminId: z.string(),
}) satisfies z.ZodType<ClientMessage>;

/**
 * The open sockets of the back-office. Who may open one is decided at the handshake; what the page then claims to be must be the
 * same. They carry news only: after a gap the page fetches everything again.
 */
export function createSockets({ bus, log }: { readonly bus: Bus; readonly log: Log }) {
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX });
  const connections = new Set<Connection>();
  const greetings: ((viewer: Viewer) => ServerMessage | null)[] = [];

  /** The only way out: whatever anybody wants to tell, a role hears what is for it. */
  const send = ({ socket, admission }: Connection, message: ServerMessage) => {
    if (socket.readyState === socket.OPEN && mayHear(admission.role, message)) socket.send(JSON.stringify(message));
  };
  /** To every page that has said who it is, what its owner is to be told; null is nothing. */
  const tellEach = (messageFor: (viewer: Viewer) => ServerMessage | null) => {
    for (const connection of connections) {
      const message = connection.authenticated ? messageFor(connection.admission) : null;
      if (message !== null) send(connection, message);
    }
  };
  const tell = (message: ServerMessage) => tellEach(() => message);

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
    // The session may have ended while it was looked up, before this socket was among those that are told.
    check((other) => other === connection);
  };

  const receive = (connection: Connection, text: string) => {
    connection.messages += 1;
    if (connection.messages > MESSAGES_A_SOCKET) return connection.socket.terminate();
    const message = parseJson(Authentication, text);
    // Not what was said: it comes from outside and could be anything.
    if (message === null) return log.info({ bytes: text.length }, 'malformed socket message ignored');
    if (message.adminId !== connection.admission.userId) return connection.socket.close(WRONG_ADMIN);
    connection.authenticated = true;
    for (const greeting of greetings) {
      const first = greeting(connection.admission);
      if (first !== null) send(connection, first);
    }
  };

  const check = endWithSessions({ bus, log }, connections);

  const beat = setInterval(() => {
    check(() => true);
    // Browsers cannot ping; a page that hears nothing for long knows that its connection is dead.
    for (const greeting of greetings) tellEach(greeting);
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate();
      connection.alive = false;
      connection.socket.ping();
    }
  }, BEAT_EVERY_MS).unref();

  return {
    /** Answers false, and leaves the request to be refused, when there are too many already. */
    accept(admission: Admission, request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
      if (isFull(admission)) return false;
      server.handleUpgrade(request, stream, head, (socket) =>
        open({ socket, admission, authenticated: false, alive: true, messages: 0 }),
      );
      return true;
    },
    tell,
    tellEach,
    /** What a page gets first, and with every beat again; null is nothing. */
    greetWith: (greeting: (viewer: Viewer) => ServerMessage | null) => void greetings.push(greeting),
    count: () => connections.size,
    close(): void {
      clearInterval(beat);
      for (const { socket } of connections) socket.terminate();
      server.close();
    },
  };
}
