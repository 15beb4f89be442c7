import type { FastifyInstance } from 'fastify';
import { exportActivity, listActivity } from '../../../contract/activity.ts';
import type { Core } from '../../core.ts';
import { page } from '../../http/cursor.ts';
import { dayOf } from '../../http/files.ts';
import { serve } from '../../http/route.ts';
import { activityLines } from './export.ts';
import { presentActivity } from './presenter.ts';
import { searchActivity } from './search.ts';

export function activityRoutes(app: FastifyInstance, { reader, clock }: Pick<Core, 'reader' | 'clock'>): void {
  serve(app, listActivity, {
    access: 'admin',
    limits: { rate: 'unlimited' },
    // The dashboard asks for the latest five again and again; an admin who reads the log asks for more.
    passive: (request) => (request.query as { limit?: string }).limit === '5',
    handler: async ({ query, reply }) => {
      const { entries, next } = await searchActivity(reader, query);
      return page(reply, entries.map(presentActivity), next);
    },
  });

  serve(app, exportActivity, {
    access: 'admin',
    limits: { rate: { most: 60, seconds: 60 } },
    handler: ({ query }) => ({ name: `activity-logs-${dayOf(clock)}.csv`, lines: activityLines(reader, query) }),
  });
}
