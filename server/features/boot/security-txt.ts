import type { FastifyInstance } from 'fastify';
import { DAY_MS, iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { notFound } from '../../errors.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * DAY_MS;

export function serveSecurityTxt(app: FastifyInstance, { config, clock }: Pick<Core, 'config' | 'clock'>): void {
  const { publicUrl, securityContact } = config;
  const declared = { access: 'anyone', limits: { rate: 'unlimited' }, output: 'file' } as const;
  app.get(PATH, { config: declared }, (_request, reply) => {
    if (securityContact === null) throw notFound();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${iso(clock.now() + VALID_MS)}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl.origin}${PATH}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
