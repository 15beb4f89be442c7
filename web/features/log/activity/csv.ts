import { csvFile } from '../../../../contract/csv.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { ACTIVITY_CSV } from '../../../../contract/log/activity-csv.rules.ts';

export const activityCsv = (entries: readonly ActivityEntry[]) => csvFile(ACTIVITY_CSV, entries);
