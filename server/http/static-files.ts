import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
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
export function serveStaticFiles(app: FastifyInstance, dir: string): void {
  const files = readFiles(dir);
  const config = { access: 'anyone', limits: { rate: 'unlimited' }, output: 'file' } as const;
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
