import { csvLine } from '../../../contract/csv.ts';
import { PAGE_SIZE_MAX } from '../../../contract/endpoint.ts';
import { USER_COLUMNS } from '../../../contract/users.ts';
import type { Core } from '../../core.ts';
import { searchedText } from '../../db/queries.ts';
import type { Db } from '../../db/tables.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import { presentUser } from './presenter.ts';
import { searchUsers } from './search.ts';

/** Before the first line leaves: nobody takes the list away without an entry of it. */
export async function recordExport({ db, clock }: Pick<Core, 'db' | 'clock'>, actor: Actor, q: string): Promise<void> {
  const search = searchedText(q);
  const details = { change: 'users exported', ...(search !== '' && { search }) } as const;
  await recordActivity(db, { ...actor, action: 'profile_update', details, at: clock.now() });
}

/** Everybody who matches, page by page: however many they are, one page is in memory, and nothing waits for it. */
export async function* userLines(reader: Db, q: string): AsyncGenerator<string> {
  yield csvLine(USER_COLUMNS);
  let cursor: string | undefined;
  do {
    const { users, next } = await searchUsers(reader, { q, limit: PAGE_SIZE_MAX, cursor });
    const lines = users.map(presentUser).map((user) => csvLine(USER_COLUMNS.map((column) => user[column])));
    if (lines.length > 0) yield lines.join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
