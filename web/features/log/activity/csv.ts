import { ACTIVITY_COLUMNS } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { csvOf } from '../../../lib/csv.ts';
import { actorOf } from './sentences.ts';

const cells: Record<(typeof ACTIVITY_COLUMNS)[number], (entry: ActivityEntry) => string | null> = {
  Date: ({ createdAt }) => createdAt,
  User: actorOf,
  Action: ({ action }) => action,
  Page: ({ page }) => page,
  'IP Address': ({ ipAddress }) => ipAddress,
  Location: ({ location }) => location,
  'User Agent': ({ userAgent }) => userAgent,
  'User ID': ({ userId }) => userId,
};

export const activityCsv = (entries: readonly ActivityEntry[]) => csvOf(ACTIVITY_COLUMNS, cells, entries);
