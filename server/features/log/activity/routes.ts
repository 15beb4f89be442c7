import type { FastifyInstance } from 'fastify';
import { countActivity, exportActivity, findActivity, listActivity } from '../../../../contract/log/activity.ts';
import { ACTIVITY_CSV } from '../../../../contract/log/activity-csv.rules.ts';
import type { Core } from '../../../core.ts';
import { boundedCount } from '../../../db/queries.ts';
import { HttpError } from '../../../errors.ts';
import { page } from '../../../http/cursor.ts';
import { csvPages, dayOf, ROWS_AT_ONCE } from '../../../http/files.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { FindListed } from '../../../visitor/guest-id.ts';
import { withEmailHash } from './email-search.ts';
import { namesIn } from './names.ts';
import { presentActivity, presentCsvEntry } from './presenter.ts';
import { maskedSearch, recordExport } from './record-export.ts';
import { findEntry, searchActivity, timesOf } from './search.ts';

const entryGone = () => new HttpError('not_found', 'This entry is no longer in the log.');

interface ActivityDeps extends Pick<Core, 'db' | 'transact' | 'reader' | 'clock' | 'keys'> {
  readonly findListed: FindListed;
}

export function activityRoutes(app: FastifyInstance, deps: ActivityDeps): void {
  const { reader, clock, findListed } = deps;

  serve(app, listActivity, {
    access: 'see-activity',
    limits: { rate: 'unlimited' },
    // The dashboard polls the latest five.
    passive: (request) => (request.query as { limit?: string }).limit === '5',
    handler: async ({ query, actor, reply }) => {
      const { rows, next } = await searchActivity(reader, await withEmailHash(deps, actor(), query));
      return page(reply, await presentActivity(reader, rows, findListed), next);
    },
  });

  serve(app, countActivity, {
    access: 'see-activity',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: ({ query }) => boundedCount(reader, timesOf(reader, query)),
  });

  serve(app, findActivity, {
    access: 'see-activity',
    limits: { rate: 'unlimited' },
    handler: async ({ params }) => {
      const [entry] = await presentActivity(reader, await findEntry(reader, params.id), findListed);
      if (entry === undefined) throw entryGone();
      return entry;
    },
  });

  serve(app, exportActivity, {
    access: 'see-activity',
    fresh: 'always',
    limits: { rate: REQUESTS.files },
    handler: async ({ query, actor }) => {
      const search = await withEmailHash(deps, actor(), query);
      const { q, filter, ...days } = query;
      const exported = { ...days, q: maskedSearch(q), filter: filter === 'all' ? undefined : filter };
      await recordExport(deps, actor(), 'activity exported', exported);
      const lines = csvPages(ACTIVITY_CSV, async (cursor) => {
        const { rows, next } = await searchActivity(reader, { ...search, limit: ROWS_AT_ONCE, cursor });
        const names = await namesIn(reader, rows);
        return { rows: rows.map((row) => presentCsvEntry(row, names)), next };
      });
      return { name: `activity-logs-${dayOf(clock)}.csv`, lines };
    },
  });
}
