import { actorLabel } from '../../../contract/activity.rules.ts';
import type { ActivityQuery } from '../../../contract/activity.ts';
import { csvLine } from '../../../contract/csv.ts';
import type { Db } from '../../db/tables.ts';
import { searchActivity } from './search.ts';

const PAGE_SIZE = 1_000;

/** Page by page: however many there are, no more than one page is in memory, and nothing waits for it. */
export async function* exportActivity(reader: Db, query: ActivityQuery): AsyncGenerator<string> {
  yield csvLine(['Date', 'User', 'Action', 'Page', 'IP Address', 'Location', 'User Agent']);
  let cursor: string | undefined;
  do {
    const { entries, next } = await searchActivity(reader, { ...query, limit: PAGE_SIZE, cursor });
    const lines = entries.map((entry) =>
      csvLine([
        new Date(entry.created_at).toISOString(),
        entry.user_name ?? actorLabel(entry.user_id) ?? 'Unknown User',
        entry.action,
        entry.page,
        entry.ip_address,
        entry.location,
        entry.user_agent,
      ]),
    );
    if (lines.length > 0) yield lines.join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
