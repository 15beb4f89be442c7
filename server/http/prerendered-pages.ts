import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ORGANISATION_PLACEHOLDER,
  PRERENDERED_PATHS,
  type PrerenderedLook,
  type PrerenderedPages,
  type PrerenderedPath,
  prerenderedPageKey,
} from '../../contract/boot/prerendered.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../contract/verification/verification.rules.ts';
import { escapeHtml } from '../text/html.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The page that a stranger sees at an address, where it is one of those that the build draws. */
export function drawnPathAt(path: string): PrerenderedPath | undefined {
  if (path === '/' || path === '/user') return EMAIL_ENTRY_PATH;
  return PRERENDERED_PATHS.find((drawn) => drawn === path);
}

/** It is drawn for those who have chosen none, with the first of the three checked. */
const withTheme = (page: string, theme: Theme) =>
  page.replace(' checked=""', '').replace(`value="${theme}"`, `value="${theme}" checked=""`);

/**
 * The app of a page that is there already waits in a template with its style sheet, until `web/before-hydration.ts` fetches them once the
 * page is painted: what it needs to look right comes in the page itself.
 */
export function startedEarly(template: string, early: readonly string[]): string {
  const scripts = early.map((file) => `<script type="module" async src="/${file}"></script>`).join('');
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(template) ?? [];
  return template
    .replace(sheet, '<!--styles-->')
    .replace(
      /<script type="module"[^>]* src="([^"]+)"><\/script>/,
      (_, app: string) => `<template id="app">${sheet}<link rel="modulepreload" href="${app}"><!--parts--></template>`,
    )
    .replace('</head>', () => `${scripts}</head>`);
}

/** What `web/prerender.tsx` has drawn, with what only the server knows filled in. The browser takes it over as it is. */
export function prerenderedPages(webDir: string) {
  const file = join(webDir, '.prerendered-pages.json');
  const pages: PrerenderedPages = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (path: PrerenderedPath, look: PrerenderedLook & { readonly organisation: string }, theme: Theme) => {
    const page = pages[prerenderedPageKey(path, look)];
    if (page === undefined) return null;
    const html = withTheme(page.html, theme).replaceAll(ORGANISATION_PLACEHOLDER, () => escapeHtml(look.organisation));
    return { html, styles: page.styles };
  };
}
