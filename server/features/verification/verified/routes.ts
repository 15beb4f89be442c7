import type { FastifyInstance } from 'fastify';
import {
  countVerified,
  exportVerified,
  findVerified,
  listVerified,
} from '../../../../contract/verification/verified.ts';
import { VERIFIED_CSV } from '../../../../contract/verification/verified-csv.rules.ts';
import type { Core } from '../../../core.ts';
import { boundedCount } from '../../../db/queries.ts';
import { HttpError } from '../../../errors.ts';
import { page } from '../../../http/cursor.ts';
import { csvPages, dayOf, ROWS_AT_ONCE } from '../../../http/files.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { maskedSearch, recordExport } from '../../log/activity/record-export.ts';
import { presentVerified } from './presenter.ts';
import { findRow, searchVerified, timesOf } from './queries.ts';

const emailGone = () => new HttpError('not_found', 'This verified address is no longer kept.');

interface VerifiedDeps extends Pick<Core, 'db' | 'transact' | 'reader' | 'clock'> {
  isListed(guestId: string): boolean;
}

export function verifiedRoutes(app: FastifyInstance, deps: VerifiedDeps): void {
  const { reader, clock } = deps;
  const present = presentVerified(deps.isListed);

  serve(app, listVerified, {
    access: 'see-portal',
    limits: { rate: 'unlimited' },
    // The first page is polled; only a user asks for later ones.
    passive: (request) => (request.query as { cursor?: string }).cursor === undefined,
    handler: async ({ query, reply }) => {
      const { rows, next } = await searchVerified(reader, query);
      return page(reply, rows.map(present), next);
    },
  });

  serve(app, countVerified, {
    access: 'see-portal',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: ({ query }) => boundedCount(reader, timesOf(reader, query)),
  });

  serve(app, findVerified, {
    access: 'see-portal',
    limits: { rate: 'unlimited' },
    handler: async ({ params }) => {
      const row = await findRow(reader, params.id);
      if (row === undefined) throw emailGone();
      return present(row);
    },
  });

  serve(app, exportVerified, {
    access: 'see-portal',
    fresh: 'always',
    limits: { rate: REQUESTS.files },
    handler: async ({ query, actor }) => {
      await recordExport(deps, actor(), 'verified exported', { ...query, q: maskedSearch(query.q) });
      const lines = csvPages(VERIFIED_CSV, async (cursor) => {
        const { rows, next } = await searchVerified(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
        return { rows: rows.map(present), next };
      });
      return { name: `verified-addresses-${dayOf(clock)}.csv`, lines };
    },
  });
}
