import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import type { MailOutbox } from '../../delivery/mail.ts';
import type { Sockets } from '../../live/sockets.ts';
import { BulkJobs } from './bulk/bulk-jobs.ts';
import { bulkJobRoutes } from './bulk/routes.ts';
import { userRoutes } from './routes.ts';

type UsersDeps = Core & Parameters<typeof userRoutes>[1] & { readonly outbox: MailOutbox; readonly sockets: Sockets };

export async function openUsers(deps: UsersDeps) {
  const bulkJobs = new BulkJobs(deps);
  await bulkJobs.recover();
  return {
    routes(http: FastifyInstance) {
      userRoutes(http, deps);
      bulkJobRoutes(http, bulkJobs);
    },
    sweep: () => bulkJobs.sweep(),
    close: () => bulkJobs.close(),
  };
}
