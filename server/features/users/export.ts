import { csvLine } from '../../../contract/csv.ts';
import { PAGE_SIZE_MAX } from '../../../contract/endpoint.ts';
import { USER_COLUMNS } from '../../../contract/users/users.ts';
import type { Core } from '../../core.ts';
import { searchedText } from '../../db/queries.ts';
import type { Caller } from '../../sessions/transact.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { presentUser } from './presenter.ts';
import { type SearchDeps, searchUsers, type UserQuery } from './search/search.ts';

/** Before the first line leaves: nobody takes the list away without an entry of it. */
export async function recordExport(
  { transact, clock }: Pick<Core, 'transact' | 'clock'>,
  actor: Caller,
  { q, standing, role, sort }: Omit<UserQuery, 'limit'>,
): Promise<void> {
  const search = searchedText(q);
  const details = {
    change: 'users exported',
    ...(search !== '' && { search }),
    ...(standing && { standing }),
    ...(role && { role }),
    ...(sort && sort !== 'name' && { sort }),
  } as const;
  const entry = { ...actor, action: 'profile_update', details, at: clock.now() } as const;
  await transact(actor, (trx) => recordActivity(trx, entry));
}

/** Everybody who matches, page by page: however many they are, one page is in memory, and nothing waits for it. */
export async function* userLines(
  deps: SearchDeps,
  wanted: Omit<UserQuery, 'limit' | 'cursor'>,
  now: number,
): AsyncGenerator<string> {
  yield csvLine(USER_COLUMNS);
  let cursor: string | undefined;
  do {
    const { users, next } = await searchUsers(deps, { ...wanted, limit: PAGE_SIZE_MAX, cursor }, now);
    const lines = users.map(presentUser).map((user) => csvLine(USER_COLUMNS.map((column) => user[column])));
    if (lines.length > 0) yield lines.join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
