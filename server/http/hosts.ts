import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { normaliseAddress } from '../visitor/address.ts';

/** "Example.com:443" → "example.com"; null when it is no host at all. */
function hostnameOf(hostHeader: string): string | null {
  if (!/^[\w.\-:[\]]+$/.test(hostHeader)) return null;
  const url = `http://${hostHeader}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : null;
}

/** A client that takes us for a proxy names the host in the target as well. */
const hostIn = (target: string) => (URL.canParse(target) ? new URL(target).host : '');

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Which hostnames this portal answers on: its own, what is below it, this machine, and what was added. */
export function allowedHosts(config: Config): (request: Pick<IncomingMessage, 'headers' | 'url'>) => boolean {
  const own = config.publicUrl.hostname;
  const exact = new Set([own, 'localhost', '127.0.0.1', '[::1]', ...config.allowedHosts]);
  const listening = normaliseAddress(config.host);
  const everywhere = listening === '0.0.0.0' || listening === '::';
  if (listening !== null && !everywhere) exact.add(listening.includes(':') ? `[${listening}]` : listening);
  const below = isIP(bare(own)) === 0 ? `.${own}` : null;
  const isAllowed = (hostname: string | null) =>
    hostname !== null && (exact.has(hostname) || (below !== null && hostname.endsWith(below)));
  // Nearly every request names the same host; what anybody may send is not remembered without bound.
  const known = new Map<string, boolean>();
  const isOurs = (hostHeader = '') => {
    const remembered = known.get(hostHeader);
    if (remembered !== undefined) return remembered;
    const allowed = isAllowed(hostnameOf(hostHeader));
    if (allowed && known.size < 100) known.set(hostHeader, allowed);
    return allowed;
  };
  return ({ headers, url = '/' }) => isOurs(headers.host) && (url.startsWith('/') || isOurs(hostIn(url)));
}

/** Somebody between the client and us may have believed the other one. */
export function namesSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
