import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { ActivityQuery, listActivity } from '../../../contract/activity.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { serve } from '../../http/route.ts';
import { exportActivity } from './export.ts';
import { presentActivity } from './presenter.ts';
import { searchActivity } from './search.ts';

interface ActivityRoutesDeps {
  readonly reader: Db;
  readonly clock: Clock;
}

export function activityRoutes(app: FastifyInstance, { reader, clock }: ActivityRoutesDeps): void {
  serve(app, listActivity, {
    access: 'admin',
    limits: { rate: 'unlimited' },
    // The dashboard asks for the latest five again and again; whoever reads the log asks for more.
    passive: (request) => (request.query as { limit?: string }).limit === '5',
    handler: async ({ query, reply }) => {
      const { entries, next } = await searchActivity(reader, query);
      if (next !== null) reply.header('x-next-cursor', next);
      return entries.map(presentActivity);
    },
  });

  const declared = { access: 'admin', limits: { rate: { most: 60, seconds: 60 } }, output: 'file' } as const;
  app.get('/api/admin/activity.csv', { config: declared, schema: { querystring: ActivityQuery } }, (request, reply) => {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="activity-logs-${day}.csv"`)
      .send(Readable.from(exportActivity(reader, request.query as z.output<typeof ActivityQuery>)));
  });
}
