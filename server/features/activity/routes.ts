import type { FastifyInstance } from 'fastify';
import { exportActivity, listActivity } from '../../../contract/activity.ts';
import type { Core } from '../../core.ts';
import { page } from '../../http/cursor.ts';
import { dayOf } from '../../http/files.ts';
import { serve } from '../../http/route.ts';
import { withAddressHash } from './address-search.ts';
import { activityLines, recordExport } from './export.ts';
import { presentActivity } from './presenter.ts';
import { searchActivity } from './search.ts';

type ActivityDeps = Pick<Core, 'db' | 'reader' | 'clock' | 'keys'>;

export function activityRoutes(app: FastifyInstance, deps: ActivityDeps): void {
  const { reader, clock } = deps;

  serve(app, listActivity, {
    access: 'admin',
    limits: { rate: 'unlimited' },
    // The dashboard asks for the latest five again and again; an admin who reads the log asks for more.
    passive: (request) => (request.query as { limit?: string }).limit === '5',
    handler: async ({ query, actor, reply }) => {
      const { entries, next } = await searchActivity(reader, await withAddressHash(deps, actor(), query));
      return page(reply, entries.map(presentActivity), next);
    },
  });

  serve(app, exportActivity, {
    access: 'admin',
    limits: { rate: { most: 60, seconds: 60 } },
    handler: async ({ query, actor }) => {
      const search = await withAddressHash(deps, actor(), query);
      await recordExport(deps, actor(), query);
      return { name: `activity-logs-${dayOf(clock)}.csv`, lines: activityLines(reader, search) };
    },
  });
}
