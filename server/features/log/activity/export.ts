import type { ActivityQuery } from '../../../../contract/log/activity.ts';
import { ACTIVITY_CSV } from '../../../../contract/log/activity-csv.rules.ts';
import type { Db } from '../../../db/tables.ts';
import { csvPages, ROWS_AT_ONCE } from '../../../http/files.ts';
import { namesIn } from './names.ts';
import { presentCsvEntry } from './presenter.ts';
import { searchActivity } from './search.ts';

export const activityLines = (reader: Db, query: ActivityQuery & { readonly emailHash?: string }) =>
  csvPages(ACTIVITY_CSV, async (cursor) => {
    const { entries, next } = await searchActivity(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
    const names = await namesIn(reader, entries);
    return { rows: entries.map((entry) => presentCsvEntry(entry, names)), next };
  });
