import { AUDIT_COLUMNS } from '../../../../contract/log/audit.rules.ts';
import type { AuditEntry } from '../../../../contract/log/audit.ts';
import { csvOf } from '../../../lib/csv.ts';
import { aboutOf, actorOf } from '../activity/sentences.ts';

const cells: Record<(typeof AUDIT_COLUMNS)[number], (entry: AuditEntry) => string | null> = {
  Date: ({ createdAt }) => createdAt,
  Person: actorOf,
  Kind: ({ kind }) => kind,
  About: (entry) => {
    if (entry.about === null) return null;
    return 'guestIp' in entry.about ? entry.about.guestIp : aboutOf(entry);
  },
  Details: ({ details }) => details && JSON.stringify(details),
  'IP Address': ({ ipAddress }) => ipAddress,
  Location: ({ location }) => location,
  Device: ({ device }) => device,
  'Person ID': ({ userId }) => userId,
  'About ID': ({ about }) => (about && 'userId' in about ? about.userId : null),
  'Entry ID': ({ id }) => id,
};

export const auditCsv = (entries: readonly AuditEntry[]) => csvOf(AUDIT_COLUMNS, cells, entries);
