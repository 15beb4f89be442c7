import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { GuestMessage } from '../../contract/live.ts';
import { shareOf, Tally, WIDE } from '../limits/fair-shares.ts';
import { PLACES } from '../limits/limits.ts';
import type { Log } from '../process/log.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';
import type { Bus } from './bus.ts';
import { closeWithSessions, type SocketSession } from './session-sockets.ts';

/** After two unanswered pings a connection counts as dead. */
const BEAT_EVERY_MS = 15_000;
const SLOTS = 30;
const DEBOUNCE_MS = 4;
/** Staggered, because each notified page calls several routes. */
const NOTIFY_ALL_EVERY_MS = 50;
const NOTIFY_ALL_AT_ONCE = 100;
const FRAMES_A_BEAT = 20;
const WAITING_MAX = 1_024;
const CLOSE_WITHIN_MS = 500;

const PING = Buffer.from([0x89, 0]);
const GOING_AWAY = Buffer.from([0x88, 2, 0x03, 0xe9]);
const frameOf = (message: GuestMessage) => {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, text.length]), text]);
};
const NEWS = frameOf({ type: 'news' });
const BEAT = Buffer.concat([frameOf({ type: 'beat' }), PING]);

const CLOSED_BY_PAGE = [1000, 1001, 1005];

export type GuestSocketEnd = 'closed' | 'lost';

export const guestKey = (publicId: string) => `guest:${publicId}`;
export const addressKey = (address: string) => `address:${address}`;
const userKey = (userId: string) => `user:${userId}`;

export type GuestAdmission = { readonly address: string } & (
  | { readonly publicId: string; readonly session: null }
  | { readonly publicId: null; readonly session: SocketSession }
);

export interface GuestSocketLimits {
  readonly most?: number | undefined;
  readonly beatEveryMs?: number | undefined;
}

export type GuestSockets = ReturnType<typeof createGuestSockets>;

interface Connection {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly publicId: string | null;
  readonly sessionId: string | null;
  readonly keys: readonly string[];
  readonly network: string;
  readonly wide: string;
  readonly slot: number;
  heard: number;
}

const keysOf = ({ publicId, session, address }: GuestAdmission) =>
  publicId === null ? [userKey(session.userId)] : [guestKey(publicId), addressKey(address)];

/** Stores nothing: pages poll when notified and, without a socket, on a timer. */
export function createGuestSockets(
  { bus, log }: { readonly bus: Bus; readonly log: Log },
  { most = PLACES.guestSockets.most, beatEveryMs = BEAT_EVERY_MS }: GuestSocketLimits = {},
) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 1,
  });
  const connections = new Map<WebSocket, Connection>();
  const signedIn = new Map<WebSocket, { socket: WebSocket; admission: SocketSession; slot: number }>();
  const byKey = new Map<string, Set<Connection>>();
  const networks = new Tally();
  const slots = Array.from({ length: SLOTS }, () => new Set<Connection>());
  const openListeners: ((publicId: string) => void)[] = [];
  const closeListeners: ((publicId: string, how: GuestSocketEnd) => void)[] = [];
  let opened = 0;
  let closing = false;

  const check = closeWithSessions({ bus, log }, signedIn);

  const isFull = (admission: GuestAdmission, network: string, wide: string) => {
    const [key = ''] = keysOf(admission);
    const sessionId = admission.session?.sessionId ?? null;
    const ofBrowser = [...(byKey.get(key) ?? [])].filter((connection) => connection.sessionId === sessionId);
    const share = shareOf(connections.size, most);
    return (
      connections.size >= most ||
      ofBrowser.length >= PLACES.browserSockets.most ||
      networks.of(network) >= share ||
      networks.of(wide) >= share * WIDE.places
    );
  };

  /** Raw frames take half the time of `send`. Uncompressed, so none is half written. */
  const write = ({ socket, stream }: Connection, frame: Buffer) => {
    if (stream.writableLength > WAITING_MAX) socket.terminate();
    else if (socket.readyState === socket.OPEN) stream.write(frame);
  };

  // Shared functions: a closure per socket would cost memory ten thousand times.
  function heard(this: WebSocket) {
    const connection = connections.get(this);
    if (connection === undefined) return;
    connection.heard += 1;
    if (connection.heard > FRAMES_A_BEAT) this.terminate();
  }
  function refuseMessage(this: WebSocket) {
    this.terminate();
  }
  function failed(this: WebSocket, error: Error) {
    log.debug({ err: error }, 'guest socket failed');
    // After a protocol error the library would wait for the client to close.
    this.terminate();
  }
  function closed(this: WebSocket, code: number) {
    const connection = connections.get(this);
    if (connection !== undefined) leave(connection, CLOSED_BY_PAGE.includes(code) ? 'closed' : 'lost');
  }

  const enter = (connection: Connection, session: SocketSession | null) => {
    const { socket, publicId, keys, network, wide, slot } = connection;
    connections.set(socket, connection);
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(connection));
    networks.add(network, 1);
    networks.add(wide, 1);
    slots[slot]?.add(connection);
    socket.on('ping', heard).on('pong', heard);
    socket.on('message', refuseMessage).on('error', failed).on('close', closed);
    // Ping at once, because a proxy may accept a socket and pass nothing on.
    write(connection, BEAT);
    if (session !== null) {
      signedIn.set(socket, { socket, admission: session, slot });
      // The session may have ended while it was looked up.
      check((other) => other.socket === socket);
    }
    if (publicId !== null) for (const listener of openListeners) listener(publicId);
  };

  const leave = (connection: Connection, how: GuestSocketEnd) => {
    const { socket, publicId, keys, network, wide, slot } = connection;
    connections.delete(socket);
    signedIn.delete(socket);
    waiting.delete(connection);
    slots[slot]?.delete(connection);
    networks.add(network, -1);
    networks.add(wide, -1);
    for (const key of keys) {
      const others = byKey.get(key);
      others?.delete(connection);
      if (others?.size === 0) byKey.delete(key);
    }
    if (closing || publicId === null) return;
    for (const listener of closeListeners) listener(publicId, how);
  };

  const debounced = new Set<string>();
  let debounce: NodeJS.Timeout | undefined;
  const notifyDebounced = () => {
    debounce = undefined;
    const concerned = new Set([...debounced].flatMap((key) => [...(byKey.get(key) ?? [])]));
    debounced.clear();
    for (const connection of concerned) write(connection, NEWS);
  };

  const waiting = new Set<Connection>();
  let notifying: NodeJS.Timeout | undefined;
  const notifyWaiting = () => {
    notifying = undefined;
    let notified = 0;
    for (const connection of waiting) {
      if (notified === NOTIFY_ALL_AT_ONCE) break;
      notified += 1;
      waiting.delete(connection);
      write(connection, NEWS);
    }
    if (waiting.size > 0) notifying = setTimeout(notifyWaiting, NOTIFY_ALL_EVERY_MS).unref();
  };
  const notifyAll = () => {
    for (const connection of connections.values()) waiting.add(connection);
    if (waiting.size > 0) notifying ??= setTimeout(notifyWaiting, NOTIFY_ALL_EVERY_MS).unref();
  };
  bus.onGap(notifyAll);

  let turn = 0;
  const beat = setInterval(() => {
    turn = (turn + 1) % SLOTS;
    for (const connection of slots[turn] ?? []) {
      if (connection.heard === 0) connection.socket.terminate();
      connection.heard = 0;
      write(connection, BEAT);
    }
    if (signedIn.size > 0) check(({ slot }) => slot === turn);
  }, beatEveryMs / SLOTS).unref();

  return {
    /** False if full: the caller rejects the upgrade. */
    accept(admission: GuestAdmission, request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
      const [network, wide] = [networkOf(admission.address), wideNetworkOf(admission.address)];
      if (isFull(admission, network, wide)) return false;
      const { publicId, session } = admission;
      server.handleUpgrade(request, stream, head, (socket) => {
        opened += 1;
        const known = { publicId, sessionId: session?.sessionId ?? null, keys: keysOf(admission), network, wide };
        enter({ socket, stream, ...known, slot: opened % SLOTS, heard: 1 }, session);
      });
      return true;
    },
    notify(key: string): void {
      if (!byKey.has(key)) return;
      debounced.add(key);
      debounce ??= setTimeout(notifyDebounced, DEBOUNCE_MS).unref();
    },
    notifyAll,
    isConnected: (publicId: string) => byKey.has(guestKey(publicId)),
    onOpen: (listener: (publicId: string) => void) => void openListeners.push(listener),
    onClose: (listener: (publicId: string, how: GuestSocketEnd) => void) => void closeListeners.push(listener),
    count: () => connections.size,
    close(): void {
      closing = true;
      clearInterval(beat);
      clearTimeout(debounce);
      clearTimeout(notifying);
      for (const { socket, stream } of connections.values()) stream.end(GOING_AWAY, () => socket.terminate());
      setTimeout(() => {
        for (const socket of connections.keys()) socket.terminate();
      }, CLOSE_WITHIN_MS).unref();
      server.close();
    },
  };
}
