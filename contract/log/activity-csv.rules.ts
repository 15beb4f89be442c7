import type { CsvColumns } from '../csv.ts';
import { actorName } from './activity.rules.ts';
import type { ActivityEntry } from './activity.ts';

export type ActivityCsvEntry = Pick<
  ActivityEntry,
  | 'createdAt'
  | 'userId'
  | 'userName'
  | 'formerName'
  | 'apiKey'
  | 'action'
  | 'page'
  | 'ipAddress'
  | 'location'
  | 'userAgent'
>;

export const ACTIVITY_CSV: CsvColumns<ActivityCsvEntry> = {
  Date: ({ createdAt }) => createdAt,
  User: ({ userId, userName, formerName, apiKey }) => actorName({ userId, userName, formerName, apiKey }),
  Action: ({ action }) => action,
  Page: ({ page }) => page,
  'IP Address': ({ ipAddress }) => ipAddress,
  Location: ({ location }) => location,
  'User Agent': ({ userAgent }) => userAgent,
  'User ID': ({ userId }) => userId,
};
