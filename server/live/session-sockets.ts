import type { WebSocket } from 'ws';
import { SOCKET_SIGNED_OUT } from '../../contract/live.ts';
import type { Log } from '../process/log.ts';
import { ALL_IDS, type Bus } from './bus.ts';

const CLOSE_CODES = {
  over: SOCKET_SIGNED_OUT,
  /** The page reconnects with its new token, which a stolen old one can't. */
  renewed: 4002,
};

export interface SocketSession {
  readonly sessionId: string;
  readonly userId: string;
  session(): Promise<'current' | 'renewed' | 'over'>;
}

interface SessionSocket {
  readonly socket: WebSocket;
  readonly admission: SocketSession;
}

/** Returns a check for sessions that expired without a message. */
export function closeWithSessions<Connection extends SessionSocket>(
  { bus, log }: { readonly bus: Bus; readonly log: Log },
  connections: { values(): Iterable<Connection> },
) {
  const endSignedOut = async (concerned: (connection: Connection) => boolean) => {
    for (const { socket, admission } of [...connections.values()].filter(concerned)) {
      const state = await admission.session();
      if (state !== 'current') socket.close(CLOSE_CODES[state]);
    }
  };
  const check = (concerned: (connection: Connection) => boolean) =>
    void endSignedOut(concerned).catch((error) => log.warn({ err: error }, 'sockets not checked'));

  bus.subscribe('session-ended', (id) => check(({ admission }) => admission.sessionId === id));
  bus.subscribe('user-changed', (id) => check(({ admission }) => id === ALL_IDS || admission.userId === id));
  bus.onGap(() => check(() => true));
  return check;
}
