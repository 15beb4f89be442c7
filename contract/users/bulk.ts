import * as z from 'zod';
import { endpoint, Id } from '../endpoint.ts';
import { BULK_STATES } from './bulk.rules.ts';
import { ROLES, STATUSES } from './users.rules.ts';
import { bulkChange, UserFilter } from './users.ts';

const BulkJobInput = bulkChange({ filter: UserFilter });
export type BulkJobInput = z.output<typeof BulkJobInput>;

export const BulkJob = z.object({
  id: z.string(),
  action: z.enum(['status', 'role', 'delete']),
  /** Null for a deletion. */
  value: z.enum([...STATUSES, ...ROLES]).nullable(),
  filter: UserFilter,
  state: z.enum(BULK_STATES),
  done: z.int(),
  /** Null until counted. */
  total: z.int().nullable(),
  startedBy: z.string(),
  startedById: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  stoppedBy: z.string().nullable(),
  problem: z.string().nullable(),
});
export type BulkJob = z.output<typeof BulkJob>;

export const listBulkJobs = endpoint('GET /api/admin/bulk-jobs', {
  summary: 'Bulk operations that are running or ended within a day, newest first',
  answer: z.array(BulkJob),
});

export const countForBulk = endpoint('GET /api/admin/bulk-jobs/count', {
  summary: 'How many matching users a bulk operation may change, and how many of them are suspended',
  query: UserFilter,
  answer: z.object({ users: z.int(), suspended: z.int() }),
});

export const startBulkJob = endpoint('POST /api/admin/bulk-jobs', {
  summary: 'Change status or role of all matching users or delete them, in batches; staff stay untouched',
  body: BulkJobInput,
  answer: BulkJob,
});

export const stopBulkJob = endpoint('POST /api/admin/bulk-jobs/:id/stop', {
  summary: 'Stop a bulk operation; what is done stays done',
  params: z.object({ id: Id }),
  answer: BulkJob,
});
