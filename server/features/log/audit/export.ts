import type { AuditQuery } from '../../../../contract/log/audit.ts';
import { AUDIT_CSV } from '../../../../contract/log/audit-csv.rules.ts';
import type { Db } from '../../../db/tables.ts';
import { csvPages, ROWS_AT_ONCE } from '../../../http/files.ts';
import { presentAudit } from './presenter.ts';
import { searchAudit } from './queries.ts';

export const auditLines = (reader: Db, query: AuditQuery) =>
  csvPages(AUDIT_CSV, async (cursor) => {
    const { rows, next } = await searchAudit(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
    return { rows: await presentAudit(reader, rows), next };
  });
