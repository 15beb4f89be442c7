import type { CsvColumns } from '../csv.ts';
import { aboutName, actorName } from './activity.rules.ts';
import type { ActivityEntry } from './activity.ts';
import type { AuditEntry } from './audit.ts';

/** Only what the columns need, so that the server can skip the rest. */
export type ActivityCsvEntry = Pick<
  ActivityEntry,
  'createdAt' | 'userId' | 'userName' | 'formerName' | 'action' | 'page' | 'ipAddress' | 'location' | 'userAgent'
>;

export const ACTIVITY_CSV: CsvColumns<ActivityCsvEntry> = {
  Date: ({ createdAt }) => createdAt,
  User: actorName,
  Action: ({ action }) => action,
  Page: ({ page }) => page,
  'IP Address': ({ ipAddress }) => ipAddress,
  Location: ({ location }) => location,
  'User Agent': ({ userAgent }) => userAgent,
  'User ID': ({ userId }) => userId,
};

export const AUDIT_CSV: CsvColumns<AuditEntry> = {
  Date: ({ createdAt }) => createdAt,
  Person: actorName,
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
