import { BlockList, isIP, SocketAddress } from 'node:net';
import { memoized } from '../bounded-cache.ts';

/** Lowercase, IPv6 compressed, mapped IPv4 unwrapped. Null for anything else, such as 010.0.0.1. */
export function normaliseAddress(text: string): string | null {
  const bare = text.split('%', 1)[0] as string;
  switch (isIP(bare)) {
    case 4:
      return bare;
    case 6: {
      const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
      const mapped = address.startsWith('::ffff:') ? address.slice(7) : '';
      return isIP(mapped) === 4 ? mapped : address;
    }
    default:
      return null;
  }
}

/** With or without port: 192.0.2.1:443, [2001:db8::1]:443. */
function forwardedAddress(entry: string): string | null {
  const text = entry.trim();
  if (isIP(text) === 4) return text;
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  if (bracketed) return normaliseAddress(bracketed[1] as string);
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  return normaliseAddress(withPort ? (withPort[1] as string) : text);
}

/** V8 substrings keep their whole header alive, so copy before caching. */
export const detachedCopy = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

const family = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

export const addressesIn = (networks: BlockList): ((address: string) => boolean) =>
  memoized(100, (address) => networks.check(address, family(address)), Boolean);

type IsProxy = ReturnType<typeof addressesIn>;

/** Read from the end: the first address that isn't our proxy. Clients can forge the rest. */
export function clientAddress(peer: string, forwardedFor: string | string[] | undefined, isProxy: IsProxy): string {
  let address = normaliseAddress(peer) ?? peer;
  if (forwardedFor === undefined) return address;
  const entries = String(forwardedFor).split(',');
  while (entries.length > 0 && isProxy(address)) {
    const next = forwardedAddress(entries.pop() as string);
    if (next === null) break;
    address = detachedCopy(next);
  }
  return address;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + after < 8) groups.push('0');
    if (tail !== '') groups.push(...tail.split(':'));
  }
  return groups;
}

/** An IPv6 customer has at least a /64. */
export const networkOf = (address: string) =>
  address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;

/** What one customer may have at most: an IPv6 /48, an IPv4 /24. */
export const wideNetworkOf = (address: string) =>
  address.includes(':')
    ? `${groupsOf(address).slice(0, 3).join(':')}::/48`
    : `${address.slice(0, address.lastIndexOf('.'))}.0/24`;

type Network = readonly [network: string, prefix: number];

export function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const width = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? width : Number(bits);
  if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d+$/.test(bits)) || prefix > width) return null;
  return [address, prefix];
}

export function blockList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family(network));
  return list;
}

const LOOPBACK = [
  ['127.0.0.0', 8],
  ['::1', 128],
] as const;
const loopback = blockList(LOOPBACK);
const local = blockList([
  ...LOOPBACK,
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
]);

export const isLocalNetwork = (address: string) => isIP(address) !== 0 && local.check(address, family(address));

export function isLoopback(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) === 0 ? host === 'localhost' : loopback.check(host, family(host));
}
