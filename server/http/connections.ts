import type { Server, ServerOptions } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextLook } from 'node:timers/promises';
import { shareOf, WIDE } from '../limits/fair-shares.ts';
import { PLACES } from '../limits/limits.ts';
import { networkOf, normaliseAddress, wideNetworkOf } from '../visitor/address.ts';

type ClientTimeouts = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;

/** Against slow clients (slowloris). */
export const CLIENT_TIMEOUTS: Required<ClientTimeouts> = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

const ROOM_PART = 1 / 100;
const HARD_LIMIT = 1.1;

const maxOpenConnections = (connections: number, guestSockets: number) =>
  Math.ceil(connections * HARD_LIMIT) + guestSockets;

export const CONNECTIONS_MAX = maxOpenConnections(PLACES.connections.most, PLACES.guestSockets.most);

export interface ConnectionLimits {
  readonly connectionsMax?: number | undefined;
  readonly guestSocketsMax: number;
}

interface Group {
  readonly key: string;
  readonly groups: Map<string, Group>;
  open: number;
  readonly idle: Set<Socket>;
}

interface Connection {
  readonly of: readonly Group[];
  requests: number;
}

/**
 * When full, closes the longest idle connections of the largest networks. Returns a function that releases a guest's socket from the limit.
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  { connectionsMax: most = PLACES.connections.most, guestSocketsMax }: ConnectionLimits,
): (socket: Socket) => void {
  const networks = new Map<string, Group>();
  const wideNetworks = new Map<string, Group>();
  const connections = new Map<Socket, Connection>();
  server.maxConnections = maxOpenConnections(most, guestSocketsMax);

  const enter = (socket: Socket, of: readonly Group[]) => {
    connections.set(socket, { of, requests: 0 });
    for (const group of of) {
      group.groups.set(group.key, group);
      group.open += 1;
      group.idle.add(socket);
    }
  };

  const leave = (socket: Socket) => {
    const connection = connections.get(socket);
    connections.delete(socket);
    for (const group of connection?.of ?? []) {
      group.open -= 1;
      group.idle.delete(socket);
      if (group.open === 0) group.groups.delete(group.key);
    }
  };

  const closeOneOf = ({ idle }: Group): boolean => {
    const [longest] = idle;
    if (longest === undefined) return false;
    leave(longest);
    longest.destroy();
    return true;
  };

  const evictOldest = () => {
    let needed = Math.max(1, Math.floor(most * ROOM_PART));
    const groups = [...wideNetworks.values()].sort((one, other) => other.open - one.open);
    let level = 0;
    let total = 0;
    for (const [index, { open }] of groups.entries()) {
      total += open;
      level = Math.max(0, Math.floor((total - needed) / (index + 1)));
      if (level >= (groups[index + 1]?.open ?? 0)) break;
    }
    for (const least of [level, 0])
      for (const group of groups) while (needed > 0 && group.open > least && closeOneOf(group)) needed -= 1;
  };

  const hasRoom = (group: Group, share: number) => group.open < share || closeOneOf(group);

  server.on('connection', (socket) => {
    const address = normaliseAddress(socket.remoteAddress ?? '') ?? '';
    // Proxies carry everyone's requests and have their own limits.
    if (isProxy(address)) return;
    const [network, wide] = [groupIn(networks, networkOf(address)), groupIn(wideNetworks, wideNetworkOf(address))];
    const share = shareOf(connections.size, most);
    const hasShare = hasRoom(network, share) && hasRoom(wide, share * WIDE.places);
    if (hasShare && connections.size >= most) evictOldest();
    if (!hasShare || connections.size >= most) return void socket.destroy();
    enter(socket, [network, wide]);
    socket.once('close', () => leave(socket));
  });

  const count = (socket: Socket, requests: 1 | -1) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests += requests;
    for (const { idle } of connection.of) {
      if (connection.requests === 0) idle.add(socket);
      else idle.delete(socket);
    }
  };
  server.on('request', ({ socket }, response) => {
    if (!connections.has(socket)) return;
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Staff sockets have their own limits.
  server.on('upgrade', ({ socket }) => count(socket, 1));

  return leave;
}

/** Long enough for a slow download of an export. */
const UNREAD_MS = 5 * 60_000;

/** Pipelined requests and unread answers would fill the memory. */
export function limitUnanswered(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket) => unanswered.get(socket) ?? 0;
  server.on('request', ({ socket }, response) => {
    unanswered.set(socket, count(socket) + 1);
    response.once('close', () => unanswered.set(socket, count(socket) - 1));
    if (count(socket) > PLACES.unanswered.most) socket.destroy();
  });
  // A request may take longer than this while there is nothing to read.
  server.setTimeout(UNREAD_MS, (socket) => {
    if (socket.writableLength > 0 || count(socket) === 0) socket.destroy();
  });
}

const groupIn = (groups: Map<string, Group>, key: string): Group =>
  groups.get(key) ?? { key, groups, open: 0, idle: new Set() };

const LOOK_EVERY_MS = 50;
const UNUSED_MS = 500;

/** Nothing else closes connections that become idle during shutdown. */
export function keepClosingIdle(server: Server): void {
  const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  server.once('close', () => clearInterval(closing));
  closing.unref();
}

const QUIET_MS = 0.2;
const LOOKS_MAX = 200;

/** No connection is waiting right after the event loop polled. */
async function quietMoment(): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const began = performance.now();
    await nextLook();
    if (performance.now() - began < QUIET_MS) return;
  }
}

/** Node would drop a request that a proxy is just sending. */
export async function stopListening(server: Server): Promise<void> {
  await quietMoment();
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  setTimeout(() => keepClosingIdle(server), UNUSED_MS).unref();
  await closed;
}
