import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Portal } from '../../contract/portal.ts';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { escapeHtml } from '../html.ts';
import { readCookie } from './cookies.ts';
import { securityHeaders } from './headers.ts';
import { preloads } from './preloads.ts';

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
      // Whoever is signed in gets another area at the same address.
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
