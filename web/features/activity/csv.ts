import type { ActivityEntry } from '../../../contract/activity.ts';
import { csvLine } from '../../../contract/csv.ts';
import { actorOf } from './actor.ts';
import { dayOf } from './days.ts';

const COLUMNS = ['Date', 'User', 'Action', 'Page', 'IP Address', 'Location', 'User Agent'];

export const activityCsv = (entries: readonly ActivityEntry[]) =>
  [
    csvLine(COLUMNS),
    ...entries.map((entry) =>
      csvLine([
        entry.createdAt,
        actorOf(entry),
        entry.action,
        entry.page,
        entry.ipAddress,
        entry.location,
        entry.userAgent,
      ]),
    ),
  ].join('');

export const csvName = () => `activity-logs-${dayOf(new Date())}.csv`;
