import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Portal } from '../../contract/portal.ts';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { escapeHtml } from '../html.ts';
import { readCookie } from './cookies.ts';
import { securityHeaders } from './headers.ts';

interface Page {
  readonly portal: Portal;
  readonly nonce: string;
  readonly preloads: string;
  readonly theme: string | undefined;
}

/** The one page of the web app, with what it needs to draw at once already in it. */
function render(template: string, page: Page): string {
  const data = JSON.stringify(page.portal).replaceAll('<', '\\u003c');
  const head =
    `<meta name="csp-nonce" nonce="${escapeHtml(page.nonce)}">${page.preloads}` +
    `<script type="application/json" id="portal">${data}</script>`;
  const html = template.replace('<!--portal-->', () => head);
  // Known to the server, so that a chosen theme is there from the first paint.
  return page.theme === 'light' || page.theme === 'dark'
    ? html.replace('<html', `<html data-theme="${page.theme}"`)
    : html;
}

interface PagesOptions {
  readonly config: Config;
  readonly webDir: string;
  portalFor(request: FastifyRequest): Portal;
}

export function servePages(app: FastifyInstance, { config, webDir, portalFor }: PagesOptions): void {
  const template = readFileSync(join(webDir, 'index.html'), 'utf8');
  const headers = securityHeaders(config);
  const preloadsOf = preloads(webDir, template);
  const declared = { access: 'anyone', limits: { rate: 'unlimited' }, output: 'page' } as const;

  app.get('/*', { config: declared }, (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const html = render(template, {
      portal: portalFor(request),
      nonce,
      // A signed-in user gets another area at the same address.
      preloads: request.session === null ? preloadsOf(request.url.split('?', 1)[0] as string) : '',
      theme: readCookie(request.headers.cookie, 'theme'),
    });
    reply.headers(headers.page(nonce)).type('text/html; charset=utf-8').send(html);
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

/** The areas that people open first and often with nothing cached; the others are loaded by the app itself. */
const AREAS: readonly [path: RegExp, source: string][] = [
  [/^\/(?:user(?:\/.*)?|redirect)?$/, 'areas/guest/guest-area.tsx'],
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
