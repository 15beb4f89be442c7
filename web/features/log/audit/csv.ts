import { csvFile } from '../../../../contract/csv.ts';
import type { AuditEntry } from '../../../../contract/log/audit.ts';
import { AUDIT_CSV } from '../../../../contract/log/audit-csv.rules.ts';

export const auditCsv = (entries: readonly AuditEntry[]) => csvFile(AUDIT_CSV, entries);
