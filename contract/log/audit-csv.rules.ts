import type { CsvColumns } from '../csv.ts';
import { aboutName, actorName } from './activity.rules.ts';
import type { AuditEntry } from './audit.ts';

export const AUDIT_CSV: CsvColumns<AuditEntry> = {
  Date: ({ createdAt }) => createdAt,
  Person: ({ userId, userName, formerName, apiKey }) => actorName({ userId, userName, formerName, apiKey }),
  Kind: ({ kind }) => kind,
  About: ({ about }) => (about && 'guestIp' in about ? about.guestIp : about && aboutName(about)),
  Details: ({ details }) => details && JSON.stringify(details),
  'IP Address': ({ ipAddress }) => ipAddress,
  Location: ({ location }) => location,
  Device: ({ device }) => device,
  'Person ID': ({ userId }) => userId,
  'About ID': ({ about }) => (about && 'userId' in about ? about.userId : null),
  'Entry ID': ({ id }) => id,
};
