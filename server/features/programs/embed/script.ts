import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { builtFiles, etagOf, type StaticFile } from '../../../http/web-app.ts';

const SOURCE = 'features/programs/embed/embed.ts';
const PLACEHOLDER = 'https://portal.invalid';

export function embedScript(webDir: string | undefined, portal: string): StaticFile | null {
  const [file] = webDir === undefined ? [] : builtFiles(webDir)(SOURCE);
  if (webDir === undefined || file === undefined) return null;
  const built = readFileSync(join(webDir, file), 'utf8').replaceAll(PLACEHOLDER, () => portal);
  // A function scope, so that the script defines no globals on the site.
  const plain = Buffer.from(`(()=>{${built}})();\n`);
  return {
    type: 'text/javascript; charset=utf-8',
    etag: etagOf(plain),
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain, { level: 9 }),
  };
}
