import { csvLine } from '../../../../contract/csv.ts';
import { ACTIVITY_COLUMNS, actorLabel, formerLabel, UNKNOWN_USER } from '../../../../contract/log/activity.rules.ts';
import type { ActivityQuery } from '../../../../contract/log/activity.ts';
import { isEmail } from '../../../../contract/text/email.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import type { Core } from '../../../core.ts';
import { searchedText } from '../../../db/queries.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import { ROWS_AT_ONCE } from '../../../http/files.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from './activity.ts';
import { actorIn, type Names, namesIn } from './names.ts';
import { searchActivity } from './search.ts';

/** What was taken away, as the entry of an export tells it. An address that is searched for need not be confirmed. */
export function exportedPart({ q, from, to }: Pick<ActivityQuery, 'q' | 'from' | 'to'>) {
  const text = searchedText(q);
  const search = isEmail(text) ? maskedEmail(text) : text;
  return {
    ...(search !== '' && { search }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** Before the first line leaves: nobody takes the log away without an entry of it. */
export async function recordExport(
  { transact, clock }: Pick<Core, 'transact' | 'clock'>,
  actor: Caller,
  { filter, ...part }: ActivityQuery,
): Promise<void> {
  const details = {
    change: 'activity exported',
    ...(filter !== 'all' && { filter }),
    ...exportedPart(part),
  } as const;
  const entry = { ...actor, action: 'profile_update', details, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, entry));
}

function actorOf(entry: ActivityRow, names: Names): string {
  const actor = actorIn(names, entry);
  if (actor === null) return actorLabel(entry.user_id) ?? UNKNOWN_USER;
  return actor.isFormer ? formerLabel(actor.name) : actor.name;
}

const lineOf = (entry: ActivityRow, names: Names) =>
  csvLine([
    new Date(entry.created_at).toISOString(),
    actorOf(entry, names),
    entry.action,
    entry.page,
    entry.ip_address,
    entry.location,
    entry.user_agent,
    entry.user_id,
  ]);

/** Page by page: however many there are, no more than one page is in memory, and nothing waits for it. */
export async function* activityLines(
  reader: Db,
  query: ActivityQuery & { readonly addressHash?: string },
): AsyncGenerator<string> {
  yield csvLine(ACTIVITY_COLUMNS);
  let cursor: string | undefined;
  do {
    const { entries, next } = await searchActivity(reader, { ...query, limit: ROWS_AT_ONCE, cursor });
    if (entries.length > 0) {
      const names = await namesIn(reader, entries);
      yield entries.map((entry) => lineOf(entry, names)).join('');
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
