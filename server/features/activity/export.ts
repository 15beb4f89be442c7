import { ACTIVITY_COLUMNS, actorLabel, formerLabel, UNKNOWN_USER } from '../../../contract/activity.rules.ts';
import type { ActivityQuery } from '../../../contract/activity.ts';
import { csvLine } from '../../../contract/csv.ts';
import { PAGE_SIZE_MAX } from '../../../contract/endpoint.ts';
import type { Db } from '../../db/tables.ts';
import { type NamedActivity, searchActivity } from './search.ts';

const actorOf = ({ user_id, user_name, actor_name }: NamedActivity) =>
  user_name ?? actorLabel(user_id) ?? (actor_name === null ? UNKNOWN_USER : formerLabel(actor_name));

const lineOf = (entry: NamedActivity) =>
  csvLine([
    new Date(entry.created_at).toISOString(),
    actorOf(entry),
    entry.action,
    entry.page,
    entry.ip_address,
    entry.location,
    entry.user_agent,
  ]);

/** Page by page: however many there are, no more than one page is in memory, and nothing waits for it. */
export async function* activityLines(reader: Db, query: ActivityQuery): AsyncGenerator<string> {
  yield csvLine(ACTIVITY_COLUMNS);
  let cursor: string | undefined;
  do {
    const { entries, next } = await searchActivity(reader, { ...query, limit: PAGE_SIZE_MAX, cursor });
    if (entries.length > 0) yield entries.map(lineOf).join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
