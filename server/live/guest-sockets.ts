import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { GuestMessage } from '../../contract/live.ts';
import { shareOf, Tally, WIDE } from '../limits/fair-shares.ts';
import { PLACES } from '../limits/limits.ts';
import type { Log } from '../process/log.ts';
import { networkOf, wideNetworkOf } from '../visitor/address.ts';
import type { Bus } from './bus.ts';
import { endWithSessions, type SocketSession } from './session-sockets.ts';

/** Two of them without an answer, and the connection is dead. */
const BEAT_EVERY_MS = 15_000;
/** Beats are spread over so many moments. */
const SLOTS = 30;
/** What is told about the same guest within this time is one message. */
const COLLECT_MS = 4;
/** Each one who is told asks several routes, so not all are told at once. */
const EVERYBODY_EVERY_MS = 50;
const EVERYBODY_AT_ONCE = 100;
/** A page has nothing to say. Its browser answers one ping a beat, and may send a few of its own. */
const FRAMES_A_BEAT = 20;
/** Bytes that wait for a client that does not read. */
const WAITING_MAX = 1_024;
const CLOSE_WITHIN_MS = 500;

const PING = Buffer.from([0x89, 0]);
/** Closing, 1001: the server goes away, and is about to come back. */
const GOING_AWAY = Buffer.from([0x88, 2, 0x03, 0xe9]);
/** Made once: ten thousand sockets get the same bytes. */
const frameOf = (message: GuestMessage) => {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, text.length]), text]);
};
const NEWS = frameOf({ type: 'news' });
const BEAT = Buffer.concat([frameOf({ type: 'beat' }), PING]);

/** Codes with which a page says that it closes its socket. */
const CLOSED_BY_PAGE = [1000, 1001, 1005];

/** How a socket ended: its page closed it, or nothing came any more. */
export type GuestSocketEnd = 'closed' | 'lost';

export const guestKey = (publicId: string) => `guest:${publicId}`;
export const addressKey = (address: string) => `address:${address}`;
const userKey = (userId: string) => `user:${userId}`;

/** Who opens a socket, as the handshake has found out: a browser in the guest flow, or a signed-in user. */
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
  /** Frames since the last beat. */
  heard: number;
}

interface SessionConnection extends Connection {
  readonly admission: SocketSession;
}

const keysOf = ({ publicId, session, address }: GuestAdmission) =>
  publicId === null ? [userKey(session.userId)] : [guestKey(publicId), addressKey(address)];

/**
 * The open sockets of guests and of signed-in users, who can be many. They carry news only: what is new is asked for at the
 * routes that are asked without a socket too. So nothing is kept for whoever is not connected, and whoever is refused polls.
 */
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
  const signedIn = new Set<SessionConnection>();
  const byKey = new Map<string, Set<Connection>>();
  const networks = new Tally();
  const slots = Array.from({ length: SLOTS }, () => new Set<Connection>());
  const openListeners: ((publicId: string) => void)[] = [];
  const closeListeners: ((publicId: string, how: GuestSocketEnd) => void)[] = [];
  let opened = 0;
  let closing = false;

  const check = endWithSessions({ bus, log }, signedIn);

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

  /** Straight onto the connection: nothing is compressed or split, so the library never has half a frame there. */
  const write = ({ socket, stream }: Connection, frame: Buffer) => {
    if (stream.writableLength > WAITING_MAX) socket.terminate();
    else if (socket.readyState === socket.OPEN) stream.write(frame);
  };

  // One function for all sockets, because each of its own would cost memory ten thousand times.
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
    // What is no frame, or too large a one. The library would wait for the client to close it.
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
    // A page trusts its socket from the first word on: a proxy may take it and pass nothing on.
    write(connection, BEAT);
    if (session !== null) {
      const withSession = Object.assign(connection, { admission: session });
      signedIn.add(withSession);
      // The session may have ended while it was looked up, before this socket was among those that are told.
      check((other) => other === withSession);
    }
    if (publicId !== null) for (const listener of openListeners) listener(publicId);
  };

  const leave = (connection: Connection, how: GuestSocketEnd) => {
    const { socket, publicId, keys, network, wide, slot } = connection;
    connections.delete(socket);
    signedIn.delete(connection as SessionConnection);
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

  /** Keys that are told in a moment. */
  const collected = new Set<string>();
  let collecting: NodeJS.Timeout | undefined;
  const tellCollected = () => {
    collecting = undefined;
    const concerned = new Set([...collected].flatMap((key) => [...(byKey.get(key) ?? [])]));
    collected.clear();
    for (const connection of concerned) write(connection, NEWS);
  };

  /** Everybody who is still to be told. */
  const waiting = new Set<Connection>();
  let telling: NodeJS.Timeout | undefined;
  const tellWaiting = () => {
    telling = undefined;
    let told = 0;
    for (const connection of waiting) {
      if (told === EVERYBODY_AT_ONCE) break;
      told += 1;
      waiting.delete(connection);
      write(connection, NEWS);
    }
    if (waiting.size > 0) telling = setTimeout(tellWaiting, EVERYBODY_EVERY_MS).unref();
  };
  const tellEverybody = () => {
    for (const connection of connections.values()) waiting.add(connection);
    if (waiting.size > 0) telling ??= setTimeout(tellWaiting, EVERYBODY_EVERY_MS).unref();
  };
  // Whatever was told meanwhile was not heard here.
  bus.onGap(tellEverybody);

  let turn = 0;
  const beat = setInterval(() => {
    turn = (turn + 1) % SLOTS;
    for (const connection of slots[turn] ?? []) {
      if (connection.heard === 0) connection.socket.terminate();
      connection.heard = 0;
      write(connection, BEAT);
    }
    // Sessions also end by time.
    if (signedIn.size > 0) check(({ slot }) => slot === turn);
  }, beatEveryMs / SLOTS).unref();

  return {
    /** Answers false, and leaves the request to be refused, when there are too many already. */
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
    /** There is something to ask for. Who is not connected now asks by itself later. */
    tell(key: string): void {
      if (!byKey.has(key)) return;
      collected.add(key);
      collecting ??= setTimeout(tellCollected, COLLECT_MS).unref();
    },
    /** A few at a time. */
    tellEverybody,
    isConnected: (publicId: string) => byKey.has(guestKey(publicId)),
    /** Hears of each socket of a browser in the guest flow. */
    onOpen: (listener: (publicId: string) => void) => void openListeners.push(listener),
    /** Hears of the end of each of them, unless it is this process that ends. */
    onClose: (listener: (publicId: string, how: GuestSocketEnd) => void) => void closeListeners.push(listener),
    count: () => connections.size,
    close(): void {
      closing = true;
      clearInterval(beat);
      clearTimeout(collecting);
      clearTimeout(telling);
      for (const { socket, stream } of connections.values()) stream.end(GOING_AWAY, () => socket.terminate());
      setTimeout(() => {
        for (const socket of connections.keys()) socket.terminate();
      }, CLOSE_WITHIN_MS).unref();
      server.close();
    },
  };
}
