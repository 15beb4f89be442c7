import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PRERENDERED_DIR, type PrerenderedPages } from '../contract/boot/prerendered.rules.ts';
import { firstStyles } from './first-styles.ts';

const SOURCES = ['web', 'contract', 'messages', 'vite.config.ts', 'scripts/first-styles.ts', 'package-lock.json'];
const OUT = 'dist/web';
const NEXT = 'dist/web-next';
const DRAWING = 'dist/drawing';
const STAMP = '.stamp';

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of source.includes('.') ? [source] : filesBelow(source).sort()) {
      hash.update(file).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

const brotli = (contents: string | Buffer, quality: number) =>
  brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Compressed once here at the highest level, instead of on every request. */
function compress(dir: string): void {
  for (const file of filesBelow(dir)) {
    if (!/\.(?:js|css|svg|txt|webmanifest)$/.test(file)) continue;
    const contents = readFileSync(file);
    const br = brotli(contents, 11);
    if (br.length < contents.length) writeFileSync(`${file}.br`, br);
    const gz = gzipSync(contents, { level: 9 });
    if (gz.length < contents.length) writeFileSync(`${file}.gz`, gz);
  }
}

/** In a process of its own: Vite sets NODE_ENV, which must not reach the server. */
function vite(...args: string[]): void {
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...args];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The web app could not be built; the lines above say why.');
}

/** Prerenders the first pages. The program that draws them is removed afterwards. */
function drawPages(): Record<string, Record<string, string>> {
  vite('--ssr', 'prerender.tsx', '--outDir', `../${DRAWING}`);
  const { status, stdout } = spawnSync(process.execPath, [join(DRAWING, 'prerender.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 100_000_000,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The first pages could not be drawn; the lines above say why.');
  rmSync(DRAWING, { recursive: true });
  return JSON.parse(stdout.toString());
}

/** The prerendered pages with the styles that each needs: all languages of a page need the same. */
function writePages(dir: string): void {
  const template = readFileSync(join(dir, 'index.html'), 'utf8');
  const [, sheet = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(template) ?? [];
  const allStyles = readFileSync(join(dir, sheet));
  const drawn = drawPages();
  const styles = Object.fromEntries(
    Object.entries(drawn.en ?? {}).map(([key, html]) => [key, firstStyles(allStyles, template + html)]),
  );
  mkdirSync(join(dir, PRERENDERED_DIR));
  for (const [language, htmls] of Object.entries(drawn)) {
    const pages: PrerenderedPages = Object.fromEntries(
      Object.entries(htmls).map(([key, html]) => [key, { html, styles: styles[key] ?? '' }]),
    );
    // They leave the server uncompressed: 11 would take four seconds for nothing.
    writeFileSync(join(dir, PRERENDERED_DIR, `${language}.json.br`), brotli(JSON.stringify(pages), 5));
  }
}

/** Builds the web app unless the last build has the same sources. */
export function buildWeb(): void {
  const wanted = sourcesHash();
  const stamp = join(OUT, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web app …');
  vite('--outDir', `../${NEXT}`);
  compress(NEXT);
  writePages(NEXT);
  writeFileSync(join(NEXT, STAMP), wanted);
  // Swapped as a whole: an interrupted build leaves the old one in place.
  rmSync(OUT, { recursive: true, force: true });
  renameSync(NEXT, OUT);
}
