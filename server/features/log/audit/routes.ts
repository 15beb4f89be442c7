import type { FastifyInstance } from 'fastify';
import { auditPeople, countAudit, exportAudit, listAudit } from '../../../../contract/log/audit.ts';
import { AUDIT_CSV } from '../../../../contract/log/audit-csv.rules.ts';
import type { Core } from '../../../core.ts';
import { boundedCount } from '../../../db/queries.ts';
import { page } from '../../../http/cursor.ts';
import { csvPages, dayOf, ROWS_AT_ONCE } from '../../../http/files.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { FindListed } from '../../../visitor/guest-id.ts';
import { recordExport } from '../activity/record-export.ts';
import { presentAudit, presentPeople } from './presenter.ts';
import { searchAudit, staffPeople, timesOf } from './queries.ts';

interface AuditDeps extends Pick<Core, 'db' | 'transact' | 'reader' | 'clock'> {
  readonly findListed: FindListed;
}

export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  const { reader, clock, findListed } = deps;

  serve(app, listAudit, {
    access: 'see-audit',
    limits: { rate: 'unlimited' },
    handler: async ({ query, reply }) => {
      const { rows, next } = await searchAudit(reader, query);
      return page(reply, await presentAudit(reader, rows, findListed), next);
    },
  });

  serve(app, countAudit, {
    access: 'see-audit',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: ({ query }) => boundedCount(reader, timesOf(reader, query)),
  });

  serve(app, auditPeople, {
    access: 'see-audit',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: async ({ query: { person, target } }) => ({
      staff: await staffPeople(reader),
      named: await presentPeople(
        reader,
        [person, target].filter((id) => id !== undefined),
      ),
    }),
  });

  serve(app, exportAudit, {
    access: 'see-audit',
    fresh: 'always',
    limits: { rate: REQUESTS.files },
    handler: async ({ query, actor }) => {
      await recordExport(deps, actor(), 'audit exported', query);
      const lines = csvPages(AUDIT_CSV, async (cursor) => {
        const { rows, next } = await searchAudit(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
        return { rows: await presentAudit(reader, rows), next };
      });
      return { name: `audit-${dayOf(clock)}.csv`, lines };
    },
  });
}
