import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../../contract/boot/portal.ts';
import { PRERENDERED_TITLES, type PrerenderedPath, titleOf } from '../../contract/boot/prerendered.rules.ts';
import { AREA_MESSAGES, COMMON_MESSAGES } from '../../contract/language/groups.rules.ts';
import { FLOW_PARAMETER } from '../../contract/programs/embed.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../contract/verification/verification.rules.ts';
import { evictOldest, memoized } from '../bounded-cache.ts';
import type { Core } from '../core.ts';
import { notFound } from '../errors.ts';
import type { Language } from '../languages.ts';
import { escapeHtml } from '../text/html.ts';
import { readCookie, themeCookieName } from './cookies.ts';
import { securityHeaders } from './headers.ts';
import { keepLanguage } from './language.ts';
import { gzippedOnce, NONCE, newNonce } from './page-nonce.ts';
import { prerenderedPages, prerenderedPathAt, type Theme, withDeferredApp } from './prerendered-pages.ts';

export interface WebAppOptions extends Pick<Core, 'config' | 'languages'> {
  readonly webDir: string;
  portalFor(request: FastifyRequest, language: Language): Portal;
  /** The site that opened this window, if the operator allows it. */
  siteFor(request: FastifyRequest, flow: string | null, guestSecret: string): Portal['site'];
}

/** Enough for all pages, themes and languages, or strangers could make us compress all the time. About 35 kB each. */
const GZIPPED_MAX = 120;

interface Shown {
  readonly path: string;
  readonly drawnPath: PrerenderedPath | undefined;
  readonly portal: Portal;
  readonly theme: Theme;
  readonly reader: Language;
}

const FOR_ANYONE = { access: 'anyone', limits: { rate: 'unlimited' } } as const;

export function serveWebApp(app: FastifyInstance, options: WebAppOptions): void {
  serveFiles(app, options.webDir);
  servePages(app, options);
}

function servePages(app: FastifyInstance, { config, languages, webDir, portalFor, siteFor }: WebAppOptions): void {
  const template = readFileSync(join(webDir, 'index.html'), 'utf8');
  const headers = securityHeaders(config);
  const files = builtFiles(webDir);
  const preloadsOf = preloads(files, template);
  const drawnTemplate = withDeferredApp(template, files('before-hydration.ts'));
  const draw = prerenderedPages(webDir);
  const themeCookie = themeCookieName(config);
  const declared = { ...FOR_ANYONE, output: 'page' } as const;

  /** Prerendered pages are for visitors who aren't signed in. */
  const drawnFor = (request: FastifyRequest, path: string, search: string): PrerenderedPath | undefined => {
    const drawnPath = prerenderedPathAt(path);
    if (request.session !== null || drawnPath === undefined) return undefined;
    if (drawnPath !== EMAIL_ENTRY_PATH) return /^(?:lang=[\w-]*)?$/.test(search) ? drawnPath : undefined;
    const isNew = app.guestCookie.read(request) === null;
    const params = new URLSearchParams(search);
    const isLetIn = config.gate.mode === 'open' && !params.has('token') && !params.has(FLOW_PARAMETER);
    return isNew && isLetIn ? drawnPath : undefined;
  };

  const htmlOf = ({ path, drawnPath, portal, theme, reader }: Shown): string => {
    const area = areaAt(path, portal.user);
    const language = area === 'admin' ? languages.english : reader;
    const data = JSON.stringify(portal).replaceAll('<', '\\u003c');
    const drawn = drawnPath === undefined ? null : draw(drawnPath, portal, theme);
    const preloaded = area === null ? '' : preloadsOf(`${area} ${language.code}`);
    const { organisation } = portal;
    const title =
      drawnPath === undefined ? organisation : titleOf(PRERENDERED_TITLES[drawnPath](language.messages), organisation);
    const head =
      `<meta name="csp-nonce" nonce="${NONCE}">${drawn === null ? preloaded : ''}` +
      `<script type="application/json" id="portal">${data}</script>`;
    const html = (drawn === null ? template : drawnTemplate)
      .replace('<html lang="en"', `<html lang="${language.code}" dir="${language.direction}"`)
      .replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)}`)
      .replace('<!--portal-->', () => head)
      .replace('<!--parts-->', () => preloaded)
      .replace('<!--styles-->', () => `<style nonce="${NONCE}">${drawn?.styles}</style>`)
      .replace('<!--needs-script-->', () => escapeHtml(language.messages.shared.needsScript))
      .replace('<!--page-->', () => drawn?.html ?? '');
    return theme === 'system' ? html : html.replace('<html', `<html data-theme="${theme}"`);
  };

  const gzipped = new Map<string, ReturnType<typeof gzippedOnce>>();
  const gzippedPage = (shown: Shown) => {
    const key = `${shown.drawnPath} ${shown.theme} ${JSON.stringify(shown.portal)}`;
    const known = gzipped.get(key);
    if (known !== undefined) return known;
    evictOldest(gzipped, GZIPPED_MAX);
    const page = gzippedOnce(htmlOf(shown));
    gzipped.set(key, page);
    return page;
  };

  app.get('/*', { config: declared }, (request, reply) => {
    const [path = '', search = ''] = request.url.split('?', 2);
    const drawnPath = drawnFor(request, path, search);
    // The page's first requests then share one guest.
    const isInFlow = request.session === null && GUEST_PATHS.test(path);
    const guest = isInFlow ? app.guestCookie.obtain(request, reply) : null;
    const params = new URLSearchParams(search);
    const site = guest === null ? undefined : siteFor(request, params.get(FLOW_PARAMETER), guest.secret);
    const chosen = languages.find(params.get('lang'));
    if (chosen !== undefined) keepLanguage(reply, chosen, config.publicUrl.protocol === 'https:');
    const reader = chosen ?? app.languageOf(request);
    const portal = { ...portalFor(request, reader), ...(site && { site }) };
    const theme = themeOf(readCookie(request.headers.cookie, themeCookie));
    const shown = { path, drawnPath, portal, theme, reader };
    const nonce = newNonce();
    reply.headers(headers.page(nonce, { keepsOpener: site !== undefined })).type('text/html; charset=utf-8');
    // Only anonymous pages are compressed, because they contain no secrets (BREACH).
    if (drawnPath === undefined || !/\bgzip\b/.test(String(request.headers['accept-encoding'])))
      return reply.send(htmlOf(shown).replaceAll(NONCE, nonce));
    return reply.header('content-encoding', 'gzip').send(gzippedPage(shown)(nonce));
  });
  app.get('/api/*', { config: declared }, () => {
    throw notFound();
  });
}

const themeOf = (chosen: string | undefined): Theme => (chosen === 'light' || chosen === 'dark' ? chosen : 'system');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

export function builtFiles(webDir: string): (source: string) => string[] {
  const manifestFile = join(webDir, '.vite', 'manifest.json');
  const manifest: Record<string, Chunk> = existsSync(manifestFile)
    ? JSON.parse(readFileSync(manifestFile, 'utf8'))
    : {};
  const collect = (source: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[source];
    if (chunk === undefined || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, seen);
    return seen;
  };
  return (source) => [...collect(source, new Set())];
}

const GUEST_PATHS = /^\/(?:user(?:\/.*)?|redirect)?$/;

const AREA_FILES = {
  guest: 'areas/guest/guest-area.tsx',
  'sign-in': 'areas/sign-in/sign-in-area.tsx',
  account: 'areas/account/account-area.tsx',
  admin: 'areas/admin/admin-area.tsx',
} as const;
type Area = keyof typeof AREA_FILES;

function areaAt(path: string, user: Portal['user']): Area | null {
  if (user?.mustChangePassword || user?.mustAddSecondFactor) return null;
  if (user && user.role !== 'user' && /^\/admin(?:\/|$)/.test(path)) return 'admin';
  if (user) return path.startsWith('/admin') ? null : 'account';
  if (GUEST_PATHS.test(path)) return 'guest';
  return /^\/(?:auth(?:\/verify-email)?|admin\/login)$/.test(path) ? 'sign-in' : null;
}

const PRELOADS_MAX = 200;

const preloads = (filesOf: (source: string) => string[], template: string) =>
  memoized(PRELOADS_MAX, (areaAndLanguage) => {
    const [area, language] = areaAndLanguage.split(' ') as [Area, string];
    const link = (file: string, name = '') => `<link rel="modulepreload" href="/${file}"${name}>`;
    const messages = [...COMMON_MESSAGES, ...AREA_MESSAGES[area]].map((group) => {
      const [file, ...imported] = filesOf(`../messages/${language}.ts?${group}`);
      // `web/lib/messages.ts` finds the file by this name.
      return { link: file && link(file, ` data-messages="${language} ${group}"`), imported };
    });
    const others = new Set([...filesOf(AREA_FILES[area]), ...messages.flatMap(({ imported }) => imported)]);
    const links = [...others].filter((file) => !template.includes(file)).map((file) => link(file));
    return [...links, ...messages.map((group) => group.link)].join('');
  });

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

export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** Undefined if `gzip` has the same content. */
  readonly plain: Buffer | undefined;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

export const etagOf = (contents: Buffer) =>
  `"${createHash('sha256').update(contents).digest('base64url').slice(0, 22)}"`;

function readFiles(dir: string): Map<string, StaticFile> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'index.html' && !name.startsWith('.'));
  const packed = new Set(names.filter((name) => /\.(?:br|gz)$/.test(name)));
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    if (packed.has(name)) continue;
    const read = (suffix: string) => (packed.has(name + suffix) ? readFileSync(join(dir, name + suffix)) : undefined);
    const gzip = read('.gz');
    const plain = gzip === undefined ? readFileSync(join(dir, name)) : undefined;
    files.set(`/${name.replaceAll('\\', '/')}`, {
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      etag: etagOf(plain ?? (gzip as Buffer)),
      plain,
      br: read('.br'),
      gzip,
    });
  }
  return files;
}

/** Answers share the bytes, so that slow readers use no memory. */
const unpacked = new WeakMap<StaticFile, Buffer>();
function plainOf(file: StaticFile): Buffer {
  const plain = file.plain ?? unpacked.get(file) ?? gunzipSync(file.gzip as Buffer);
  if (file.plain === undefined) unpacked.set(file, plain);
  return plain;
}

interface Serving {
  readonly cacheControl: string;
  readonly readBy?: 'same-origin' | 'cross-origin';
}

export function sendStatic(
  file: StaticFile,
  { cacheControl, readBy = 'same-origin' }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply
    .header('cache-control', cacheControl)
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cross-origin-resource-policy', readBy);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = file.br && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoding === null ? plainOf(file) : file[encoding]);
}

const FOR_EVER = { cacheControl: 'public, max-age=31536000, immutable' };
const FOR_AN_HOUR = { cacheControl: 'public, max-age=3600' };

/** Names under /assets contain a hash. */
function serveFiles(app: FastifyInstance, dir: string): void {
  const files = readFiles(dir);
  const config = { ...FOR_ANYONE, output: 'file' } as const;
  app.get('/assets/*', { config }, (request, reply) => {
    const file = files.get(request.url.split('?', 1)[0] as string);
    if (file === undefined) throw notFound();
    return sendStatic(file, FOR_EVER, request, reply);
  });
  for (const [path, file] of files) {
    if (path.startsWith('/assets/')) continue;
    app.get(path, { config }, (request, reply) => sendStatic(file, FOR_AN_HOUR, request, reply));
  }
}
