import type { Server, ServerOptions } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextLook } from 'node:timers/promises';
import { shareOf, WIDE } from '../limits/fair-shares.ts';
import { PLACES } from '../limits/limits.ts';
import { networkOf, normaliseAddress, wideNetworkOf } from '../visitor/address.ts';

type Patience = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;

/** How long a client may take. Browsers send a request at once; a client that drips holds a connection for nothing. */
export const PATIENCE: Required<Patience> = {
  /** From the connection, or the first byte of a later request, to the end of the head. */
  headersTimeout: 10_000,
  /** To the end of the body. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Room is made for so many at once, because looking for it takes time. */
const ROOM_PART = 1 / 100;
/** Beyond what is counted here the system itself lets nobody in. */
const HARD_LIMIT = 1.1;

/** What the system lets in, with so many places for sockets of guests beside the connections that are counted here. */
export const openAtMost = (connections: number, guestSockets: number) =>
  Math.ceil(connections * HARD_LIMIT) + guestSockets;

interface ConnectionLimits {
  readonly most?: number | undefined;
  readonly guestSockets: number;
}

/** The connections of one network or wide network. */
interface Group {
  readonly key: string;
  readonly groups: Map<string, Group>;
  open: number;
  /** Without a request, longest first. */
  readonly idle: Set<Socket>;
}

interface Connection {
  readonly of: readonly Group[];
  requests: number;
}

/**
 * Nobody takes all connections: not one network of its own, and not everybody all of the process's memory. When it gets
 * tight, the ones that have been idle longest are closed, those of whoever has most first; never one with a request.
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  { most = PLACES.connections.most, guestSockets }: ConnectionLimits,
) {
  const networks = new Map<string, Group>();
  const wideNetworks = new Map<string, Group>();
  const connections = new Map<Socket, Connection>();
  server.maxConnections = openAtMost(most, guestSockets);

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

  /** The largest wide networks get smaller, all to the same size; where they have nothing idle, the others follow. */
  const makeRoom = () => {
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
    // Everybody comes through our proxies, which have limits of their own.
    if (isProxy(address)) return;
    const [network, wide] = [groupIn(networks, networkOf(address)), groupIn(wideNetworks, wideNetworkOf(address))];
    const share = shareOf(connections.size, most);
    const hasShare = hasRoom(network, share) && hasRoom(wide, share * WIDE.places);
    if (hasShare && connections.size >= most) makeRoom();
    if (!hasShare || connections.size >= most) return void socket.destroy();
    enter(socket, [network, wide]);
    socket.once('close', () => leave(socket));
  });

  const began = (socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    for (const { idle } of connection.of) idle.delete(socket);
  };
  const ended = (socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests -= 1;
    if (connection.requests === 0) for (const { idle } of connection.of) idle.add(socket);
  };
  server.on('request', ({ socket }, response) => {
    if (!connections.has(socket)) return;
    began(socket);
    response.once('close', () => ended(socket));
  });
  // In use until it ends: open pages of staff have limits of their own.
  server.on('upgrade', ({ socket }) => began(socket));

  return {
    /** A guest's socket is counted elsewhere from now on: neither does it fill this up, nor can a flood here close it. */
    release: (socket: Socket) => leave(socket),
  };
}

const groupIn = (groups: Map<string, Group>, key: string): Group =>
  groups.get(key) ?? { key, groups, open: 0, idle: new Set() };

const LOOK_EVERY_MS = 50;
/** A proxy that has not used a connection for so long is not just about to. */
const UNUSED_MS = 500;

/** A kept-alive connection becomes idle when its last request is answered; nothing else would close it then. */
export function closeIdleFromNowOn(server: Server): void {
  const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  server.once('close', () => clearInterval(closing));
  closing.unref();
}

const QUIET_MS = 0.2;
const LOOKS_MAX = 200;

/** A moment in which the loop has just looked for connections and had hardly anything else to do since. */
async function quietMoment(): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const began = performance.now();
    await nextLook();
    if (performance.now() - began < QUIET_MS) return;
  }
}

/**
 * Stops listening and lets connections end by their own: each with its next answer, which says so, or when it is not used
 * any more. Node would close the unused ones at once, and what a proxy is sending on one of them at that moment would be
 * lost. The same happens to connections that nobody has accepted yet; right after the loop has looked there are none.
 */
export async function stopListening(server: Server): Promise<void> {
  await quietMoment();
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  setTimeout(() => closeIdleFromNowOn(server), UNUSED_MS).unref();
  await closed;
}
