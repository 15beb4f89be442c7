import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { memoized } from '../bounded-cache.ts';
import type { Config } from '../config.ts';
import type { Language } from '../languages.ts';
import { normaliseAddress } from '../visitor/address.ts';
import { newNonce } from './page-nonce.ts';

export function hostnameOf(hostHeader: string): string | null {
  if (!/^[\w.\-:[\]]+$/.test(hostHeader)) return null;
  const url = `http://${hostHeader}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : null;
}

const hostIn = (target: string) => (URL.canParse(target) ? new URL(target).host : '');

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

export function allowedHosts(config: Config): (request: Pick<IncomingMessage, 'headers' | 'url'>) => boolean {
  const own = config.publicUrl.hostname;
  const exact = new Set([own, 'localhost', '127.0.0.1', '[::1]', ...config.allowedHosts]);
  const listening = normaliseAddress(config.host);
  const everywhere = listening === '0.0.0.0' || listening === '::';
  if (listening !== null && !everywhere) exact.add(listening.includes(':') ? `[${listening}]` : listening);
  const below = isIP(bare(own)) === 0 ? `.${own}` : null;
  const isAllowed = (hostname: string | null) =>
    hostname !== null && (exact.has(hostname) || (below !== null && hostname.endsWith(below)));
  const isOurs = memoized(100, (hostHeader) => isAllowed(hostnameOf(hostHeader)), Boolean);
  return ({ headers, url = '/' }) => isOurs(headers.host ?? '') && (url.startsWith('/') || isOurs(hostIn(url)));
}

/** A proxy in front may have used the other one. */
export function hasSeveralHostHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Without Origin and Sec-Fetch-Site it isn't a browser, so no user's cookies are at risk (decision 3). */
export function isOwnOrigin(headers: IncomingHttpHeaders, config: Config): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  // If we use https, our own name over plain http is a foreign origin.
  if (originHost === config.publicUrl.host) return protocol === config.publicUrl.protocol;
  return originHost === host?.toLowerCase() && (protocol === 'http:' || protocol === 'https:');
}

/** Doesn't reveal the portal's host name. */
export function deniedPage({ code, direction, messages }: Language): { html: string; nonce: string; policy: string } {
  const nonce = newNonce();
  const html = `<!doctype html>
<html lang="${code}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>404 Not Found</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --ground: #f7f8fa; --text: #1b1f27; --quiet: #59606e; }
@media (prefers-color-scheme: dark) { :root { --ground: #0f1115; --text: #eceef2; --quiet: #a2a9b6; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 400px; padding: 24px; text-align: center; }
h1 { margin: 0 0 8px; font-size: 28px; font-weight: 600; }
p { margin: 0 0 16px; }
.code { color: var(--quiet); font-size: 13px; }
</style>
</head>
<body>
<main>
<h1>404</h1>
<p>${messages.errors.domainDenied}</p>
<p class="code">${messages.errors.domainDeniedCode}</p>
</main>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, nonce, policy };
}
