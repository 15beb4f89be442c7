import {
  ROLES,
  type Role,
  USER_SORTS,
  USER_STANDINGS,
  type UserSort,
  type UserStanding,
} from '../../../../contract/users/users.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import { urlFilters } from '../../../lib/url/url-filters.ts';
import type { Sorted } from '../../../ui/rows/sort-button.tsx';

export interface UserView {
  q: string;
  standing: UserStanding | undefined;
  role: Role | undefined;
  sort: UserSort;
}

export const NO_FILTER = { q: '', standing: undefined, role: undefined } satisfies Partial<UserView>;

const oneOf = <Value extends string>(values: readonly Value[], text: string) => values.find((value) => value === text);

const view = urlFilters<UserView>({
  q: (text) => text,
  standing: (text) => oneOf(USER_STANDINGS, text),
  role: (text) => oneOf(ROLES, text),
  sort: (text) => oneOf(USER_SORTS, text) ?? 'name',
});
export const { filtersOf: viewOf, use: useUserView } = view;

export const withView = (params: URLSearchParams, chosen: UserView) => view.paramsOf(chosen, params);

export const filterOf = ({ q, standing, role }: UserView): UserFilter => ({ q: q.trim(), standing, role });

export function exportUrl(chosen: UserView) {
  const params = view.paramsOf({ ...chosen, q: chosen.q.trim() });
  return params.size > 0 ? `/api/admin/users.csv?${params}` : '/api/admin/users.csv';
}

export type SortedColumn = 'name' | 'activity' | 'created';

const firstSort = {
  name: 'name',
  activity: '-activity',
  created: '-created',
} as const satisfies Record<SortedColumn, UserSort>;

const otherEnd = (sort: UserSort) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as UserSort;

export function directionOf(sort: UserSort, column: SortedColumn): Sorted {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
}

export const nextSort = (sort: UserSort, column: SortedColumn) =>
  directionOf(sort, column) === 'none' ? firstSort[column] : otherEnd(sort);
