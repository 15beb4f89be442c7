import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openPortal, type Portal } from './browser.ts';
import { GATE_SECRET } from './confirmed-guest.ts';
import { TestSmtp } from './smtp.ts';

export interface EmbeddingSite extends Portal {
  readonly smtp: TestSmtp;
  /** Another site for browsers: its host differs from the portal's. */
  readonly site: string;
}

interface SiteOptions {
  /** Whether the operator allows the site. */
  readonly isAllowed?: boolean;
  /** Sent with its page. */
  readonly headers?: Record<string, string>;
}

/** The page of docs/examples/embed.html with a server behind it, and the portal whose window it opens. */
export async function openEmbeddingSite({ isAllowed = true, headers = {} }: SiteOptions = {}): Promise<EmbeddingSite> {
  const smtp = await TestSmtp.start();
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  const portal = await openPortal({
    SMTP_URL: smtp.url,
    ORGANISATION: 'Example Ltd',
    GATE: 'token',
    GATE_SECRET,
    OUTCOME_RECEIPT: 'true',
    EMBED_ORIGINS: isAllowed ? `https://shop.example,${site}` : 'https://shop.example',
  });
  const page = readFileSync('docs/examples/embed.html', 'utf8').replace('https://portal.example.com', portal.url);
  const given = new Set<string>();
  const used = new Set<string>();

  const gateToken = () => {
    // The site and its library use the machine's clock.
    portal.app.clock.advance(Date.now() - portal.app.clock.now());
    const jti = randomUUID();
    given.add(jti);
    return new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('guest-gate')
      .setJti(jti)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(Buffer.from(GATE_SECRET));
  };
  const emailIn = async (receipt: string) => {
    const keys = createLocalJWKSet((await portal.app.client().get('/.well-known/jwks.json')).json());
    const { payload } = await jwtVerify(receipt, keys, {
      issuer: portal.url,
      audience: site,
      algorithms: ['EdDSA'],
      typ: 'receipt+jwt',
      requiredClaims: ['exp', 'jti', 'gate_jti'],
    });
    if (!given.has(String(payload.gate_jti)) || used.has(String(payload.jti))) throw new Error('not for this visit');
    used.add(String(payload.jti));
    return String(payload.email);
  };
  const server = createServer(async (request, response) => {
    const answer = { '/gate-token': gateToken, '/receipt': async () => emailIn(await text(request)) }[
      request.url ?? ''
    ];
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page);
    if (answer === undefined) return response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
    const body = await answer().catch(() => null);
    response.writeHead(body === null ? 400 : 200).end(body ?? '');
  });
  await new Promise<void>((listens) => server.listen(port, '127.0.0.1', listens));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...portal, smtp, site };
}
