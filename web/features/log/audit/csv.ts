import { csvLine } from '../../../../contract/csv.ts';
import { AUDIT_COLUMNS } from '../../../../contract/log/audit.rules.ts';
import type { AuditEntry } from '../../../../contract/log/audit.ts';
import { dayOf } from '../../../lib/days.ts';
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

const lineOf = (entry: AuditEntry) => csvLine(AUDIT_COLUMNS.map((column) => cells[column](entry)));

export const auditCsv = (entries: readonly AuditEntry[]) => [csvLine(AUDIT_COLUMNS), ...entries.map(lineOf)].join('');

export const csvName = () => `audit-${dayOf(new Date())}.csv`;
