import type { FastifyInstance } from 'fastify';
import { countForBulk, listBulkJobs, startBulkJob, stopBulkJob } from '../../../../contract/users/bulk.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { BulkJobs } from './bulk-jobs.ts';
import { presentJob } from './presenter.ts';

const READS = { rate: 'unlimited' } as const;
const WRITES = { rate: REQUESTS.portalWrites };

export function bulkJobRoutes(app: FastifyInstance, bulkJobs: BulkJobs): void {
  serve(app, listBulkJobs, {
    access: 'see-users',
    limits: READS,
    passive: true,
    handler: async () => (await bulkJobs.list()).map(presentJob),
  });

  serve(app, countForBulk, {
    access: 'change-users',
    limits: WRITES,
    handler: ({ query, session }) => bulkJobs.count(query, session.user.id),
  });

  serve(app, startBulkJob, {
    access: 'change-users',
    fresh: 'sometimes',
    limits: WRITES,
    change: async ({ body, actor, demandProof }) => {
      if (body.action !== 'status') demandProof();
      return presentJob(await bulkJobs.start(actor(), body));
    },
  });

  serve(app, stopBulkJob, {
    access: 'change-users',
    limits: WRITES,
    change: async ({ params, actor }) => presentJob(await bulkJobs.stop(actor(), params.id)),
  });
}
