import { csvLine } from '../../../contract/csv.ts';
import { PAGE_SIZE_MAX } from '../../../contract/endpoint.ts';
import { USER_COLUMNS } from '../../../contract/users.ts';
import type { Db } from '../../db/tables.ts';
import { presentUser } from './presenter.ts';
import { searchUsers } from './search.ts';

/** Page by page: however many there are, no more than one page is in memory, and nothing waits for it. */
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
