import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../../contract/portal.ts';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { escapeHtml } from '../html.ts';
import { readCookie, themeCookieName } from './cookies.ts';
import { securityHeaders } from './headers.ts';

interface WebAppOptions {
  readonly config: Config;
  readonly webDir: string;
  portalFor(request: FastifyRequest): Portal;
}

const FOR_ANYONE = { access: 'anyone', limits: { rate: 'unlimited' } } as const;

/** The files of the built web app, and its one page at every other address. */
export function serveWebApp(app: FastifyInstance, options: WebAppOptions): void {
  serveFiles(app, options.webDir);
  servePages(app, options);
}

/** With what the page needs to draw at once already in it. */
function servePages(app: FastifyInstance, { config, webDir, portalFor }: WebAppOptions): void {
  const template = readFileSync(join(webDir, 'index.html'), 'utf8');
  const headers = securityHeaders(config);
  const preloadsOf = preloads(webDir, template);
  const themeCookie = themeCookieName(config);
  const declared = { ...FOR_ANYONE, output: 'page' } as const;

  app.get('/*', { config: declared }, (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    // All that the page asks for at once is then asked by the same browser.
    if (request.session === null && GUEST_PATHS.test(path)) app.guestCookie.obtain(request, reply);
    const nonce = randomBytes(16).toString('base64');
    const data = JSON.stringify(portalFor(request)).replaceAll('<', '\\u003c');
    // A signed-in user gets another area at the same address.
    const preloaded = request.session === null ? preloadsOf(path) : '';
    const head =
      `<meta name="csp-nonce" nonce="${escapeHtml(nonce)}">${preloaded}` +
      `<script type="application/json" id="portal">${data}</script>`;
    const html = template.replace('<!--portal-->', () => head);
    // Known to the server, so that a chosen theme is there from the first paint.
    const theme = readCookie(request.headers.cookie, themeCookie);
    const isChosen = theme === 'light' || theme === 'dark';
    const page = isChosen ? html.replace('<html', `<html data-theme="${theme}"`) : html;
    reply.headers(headers.page(nonce)).type('text/html; charset=utf-8').send(page);
  });
  // Otherwise the page would answer for calls that do not exist.
  app.get('/api/*', { config: declared }, () => {
    throw notFound();
  });
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const GUEST_PATHS = /^\/(?:user(?:\/.*)?|redirect)?$/;

/** The areas that people open first and often with nothing cached; the others are loaded by the app itself. */
const AREAS: readonly [path: RegExp, source: string][] = [
  [GUEST_PATHS, 'areas/guest/guest-area.tsx'],
  [/^\/(?:auth(?:\/verify-email)?|admin\/login)$/, 'areas/sign-in/sign-in-area.tsx'],
];

/**
 * Tags that let the browser fetch the area of a page together with the app instead of after it, which saves a round
 * trip on a slow phone.
 */
function preloads(webDir: string, template: string): (path: string) => string {
  const manifestFile = join(webDir, '.vite', 'manifest.json');
  if (!existsSync(manifestFile)) return () => '';
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'));

  const filesOf = (source: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[source];
    if (chunk === undefined || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) filesOf(imported, seen);
    return seen;
  };
  const areas = AREAS.map(([path, source]) => {
    const files = [...filesOf(source)].filter((file) => !template.includes(file));
    return { path, tags: files.map((file) => `<link rel="modulepreload" href="/${file}">`).join('') };
  });
  return (path) => areas.find((area) => area.path.test(path))?.tags ?? '';
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** The built web app is small, so it is read once; no request touches the file system. */
function readFiles(dir: string): Map<string, StaticFile> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'index.html' && !name.startsWith('.vite'));
  const packed = new Set(names.filter((name) => /\.(?:br|gz)$/.test(name)));
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    if (packed.has(name)) continue;
    const plain = readFileSync(join(dir, name));
    const read = (suffix: string) => (packed.has(name + suffix) ? readFileSync(join(dir, name + suffix)) : undefined);
    files.set(`/${name.replaceAll('\\', '/')}`, {
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: read('.br'),
      gzip: read('.gz'),
    });
  }
  return files;
}

function send(file: StaticFile, cacheControl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('cache-control', cacheControl)
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cross-origin-resource-policy', 'same-origin');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = file.br && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoding === null ? file.plain : file[encoding]);
}

/** Names below /assets carry a hash of the contents, so browsers may keep them for ever. */
function serveFiles(app: FastifyInstance, dir: string): void {
  const files = readFiles(dir);
  const config = { ...FOR_ANYONE, output: 'file' } as const;
  app.get('/assets/*', { config }, (request, reply) => {
    const file = files.get(request.url.split('?', 1)[0] as string);
    if (file === undefined) throw notFound();
    return send(file, 'public, max-age=31536000, immutable', request, reply);
  });
  for (const [path, file] of files) {
    if (path.startsWith('/assets/')) continue;
    app.get(path, { config }, (request, reply) => send(file, 'public, max-age=3600', request, reply));
  }
}
