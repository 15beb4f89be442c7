import type { BulkJob } from '../../../../contract/users/bulk.ts';
import { iso } from '../../../clock.ts';
import type { BulkJobRow } from '../../../db/tables.ts';
import { filterOf } from './queries.ts';

export const presentJob = (row: BulkJobRow): BulkJob => ({
  id: row.id,
  action: row.action,
  value: row.value,
  filter: filterOf(row),
  state: row.state,
  done: row.done,
  total: row.total,
  startedBy: row.started_name,
  startedById: row.started_by,
  startedAt: iso(row.started_at),
  endedAt: row.ended_at === null ? null : iso(row.ended_at),
  stoppedBy: row.stopped_by,
  problem: row.problem,
});
