import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PORTAL_PLACEHOLDER } from '../../../../contract/programs/embed.rules.ts';
import { builtFiles, etagOf, type StaticFile } from '../../../http/web-app.ts';

const SOURCE = 'features/programs/embed/embed.ts';

/** The built script, with the origin of this portal. Null without a build. */
export function embedScript(webDir: string | undefined, portal: string): StaticFile | null {
  const [file] = webDir === undefined ? [] : builtFiles(webDir)(SOURCE);
  if (webDir === undefined || file === undefined) return null;
  const plain = Buffer.from(readFileSync(join(webDir, file), 'utf8').replace(PORTAL_PLACEHOLDER, () => portal));
  return {
    type: 'text/javascript; charset=utf-8',
    etag: etagOf(plain),
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain, { level: 9 }),
  };
}
