import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import {
  ORGANISATION_PLACEHOLDER,
  PRERENDERED_DIR,
  PRERENDERED_PATHS,
  type PrerenderedLook,
  type PrerenderedPages,
  type PrerenderedPath,
  prerenderedPageKey,
} from '../../contract/boot/prerendered.rules.ts';
import { EMAIL_ENTRY_PATH } from '../../contract/verification/verification.rules.ts';
import { escapeHtml } from '../text/html.ts';

export type Theme = 'system' | 'light' | 'dark';

export function prerenderedPathAt(path: string): PrerenderedPath | undefined {
  if (path === '/' || path === '/user') return EMAIL_ENTRY_PATH;
  return PRERENDERED_PATHS.find((drawn) => drawn === path);
}

const withTheme = (page: string, theme: Theme) =>
  page.replace(' checked=""', '').replace(`value="${theme}"`, `value="${theme}" checked=""`);

/** Moves the app into a template, which `web/before-hydration.ts` loads after the first paint. */
export function withDeferredApp(template: string, early: readonly string[]): string {
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

/** All read at the start, because a build may replace the files; compressed until a language is used. */
function languagePages(dir: string): Map<string, () => PrerenderedPages> {
  const files = existsSync(dir) ? readdirSync(dir) : [];
  return new Map(
    files.map((file) => {
      const compressed = readFileSync(join(dir, file));
      let pages: PrerenderedPages | undefined;
      const read = () => {
        pages ??= JSON.parse(brotliDecompressSync(compressed).toString()) as PrerenderedPages;
        return pages;
      };
      return [file.replace('.json.br', ''), read];
    }),
  );
}

export function prerenderedPages(webDir: string) {
  const languages = languagePages(join(webDir, PRERENDERED_DIR));
  return (path: PrerenderedPath, look: PrerenderedLook & { readonly organisation: string }, theme: Theme) => {
    const page = languages.get(look.language)?.()[prerenderedPageKey(path, look)];
    if (page === undefined) return null;
    const html = withTheme(page.html, theme).replaceAll(ORGANISATION_PLACEHOLDER, () => escapeHtml(look.organisation));
    return { html, styles: page.styles };
  };
}
