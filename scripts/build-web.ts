import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json'];
const OUT = 'dist/web';
const NEXT = 'dist/web-next';
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

/** Compressed once here, as well as it goes, instead of on every request. */
function compress(dir: string): void {
  for (const file of filesBelow(dir)) {
    if (!/\.(?:js|css|svg|txt|webmanifest)$/.test(file)) continue;
    const contents = readFileSync(file);
    const br = brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    if (br.length < contents.length) writeFileSync(`${file}.br`, br);
    const gz = gzipSync(contents, { level: 9 });
    if (gz.length < contents.length) writeFileSync(`${file}.gz`, gz);
  }
}

/** Builds the web app unless the last build is of the same sources. */
export function buildWeb(): void {
  const wanted = sourcesHash();
  const stamp = join(OUT, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web app …');
  // A process of its own: Vite sets NODE_ENV, and the server that starts next must not believe it.
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', `../${NEXT}`];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The web app could not be built; the lines above say why.');
  compress(NEXT);
  writeFileSync(join(NEXT, STAMP), wanted);
  // Swapped whole: a build that is interrupted leaves the old one in place.
  rmSync(OUT, { recursive: true, force: true });
  renameSync(NEXT, OUT);
}

if (import.meta.main) buildWeb();
