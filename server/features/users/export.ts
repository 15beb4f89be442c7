import type { CsvColumns } from '../../../contract/csv.ts';
import { PAGE_SIZE_MAX } from '../../../contract/endpoint.ts';
import { EXPORT_COLUMNS } from '../../../contract/users/account-details.rules.ts';
import type { UserAccount } from '../../../contract/users/users.ts';
import { csvPages } from '../../http/files.ts';
import { presentUser } from './presenter.ts';
import { type SearchDeps, searchUsers, type UserQuery } from './search/search.ts';

const columns: CsvColumns<UserAccount> = Object.fromEntries(
  EXPORT_COLUMNS.map((name) => [name, (user: UserAccount) => user[name]]),
);

export const userLines = (deps: SearchDeps, wanted: Omit<UserQuery, 'limit' | 'cursor'>, now: number) =>
  csvPages(columns, async (cursor) => {
    const { users, next } = await searchUsers(deps, { ...wanted, limit: PAGE_SIZE_MAX, cursor }, now);
    return { rows: users.map(presentUser), next };
  });
