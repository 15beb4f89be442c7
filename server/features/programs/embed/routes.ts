import type { FastifyInstance } from 'fastify';
import { embedReceipt } from '../../../../contract/programs/embed.ts';
import { notFound } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { type StaticFile, sendStatic } from '../../../http/web-app.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { Flow, Flows } from './flows.ts';

const PATH = '/embed.js';
/** Sites get a fixed script within an hour. */
const SERVING = { cacheControl: 'public, max-age=3600', readBy: 'cross-origin' } as const;

export interface EmbedRoutesDeps {
  readonly flows: Flows;
  /** Null if no site is allowed to embed it. */
  readonly script: StaticFile | null;
  receiptFor(guestSecret: string, flow: Flow): Promise<string | null>;
}

export function embedRoutes(app: FastifyInstance, { flows, script, receiptFor }: EmbedRoutesDeps): void {
  const declared = { access: 'anyone', limits: { rate: 'unlimited' }, output: 'file' } as const;
  app.get(PATH, { config: declared }, (request, reply) => {
    if (script === null) throw notFound();
    reply.header('access-control-allow-origin', '*');
    return sendStatic(script, SERVING, request, reply);
  });

  serve(app, embedReceipt, {
    access: 'guest',
    limits: { rate: REQUESTS.guestLeaves },
    handler: async ({ body, guest, session }) => {
      const { secret } = guest();
      const flow = session === null ? flows.read(body.flow, secret) : null;
      return { receipt: flow && (await receiptFor(secret, flow)) };
    },
  });
}
