import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Whether a call comes from a page of ours. Browsers name the origin on every write, and with every call of another
 * site they say that it is one; a program that is not a browser says nothing of the kind and carries no visitor's
 * cookies, so there is nothing to protect from it.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, config: Config): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  // On our public name the scheme counts too: a page on plain http is not ours when we are on https.
  if (originHost === config.publicUrl.host) return protocol === config.publicUrl.protocol;
  return originHost === host?.toLowerCase() && (protocol === 'http:' || protocol === 'https:');
}
