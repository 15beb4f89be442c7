import { csvLine } from '../../../../contract/csv.ts';
import { ACTIVITY_COLUMNS } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { dayOf } from '../../../lib/days.ts';
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

const lineOf = (entry: ActivityEntry) => csvLine(ACTIVITY_COLUMNS.map((column) => cells[column](entry)));

export const activityCsv = (entries: readonly ActivityEntry[]) =>
  [csvLine(ACTIVITY_COLUMNS), ...entries.map(lineOf)].join('');

export const csvName = () => `activity-logs-${dayOf(new Date())}.csv`;
