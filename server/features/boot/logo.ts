import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const PICTURES = [
  ['logo.svg', 'image/svg+xml; charset=utf-8'],
  ['logo.png', 'image/png'],
] as const;

export const LOGO_FILES = PICTURES.map(([name]) => name);

export function serveLogo(app: FastifyInstance, dataDir: string): string | null {
  for (const [name, type] of PICTURES) {
    const file = join(dataDir, name);
    if (!existsSync(file)) continue;
    const picture = readFileSync(file);
    const config = { access: 'anyone', limits: { rate: 'unlimited' }, output: 'file' } as const;
    app.get(`/${name}`, { config }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(picture),
    );
    return `/${name}`;
  }
  return null;
}
