import {
  ROLES,
  type Role,
  USER_SORTS,
  USER_STANDINGS,
  type UserSort,
  type UserStanding,
} from '../../../../contract/users/users.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import { filterParams, useUrlFilters } from '../../../lib/url-filters.ts';
import type { Sorted } from '../../../ui/rows/sort-button.tsx';

export interface UserView {
  q: string;
  standing: UserStanding | undefined;
  role: Role | undefined;
  sort: UserSort;
}

export const NO_FILTER = { q: '', standing: undefined, role: undefined } satisfies Partial<UserView>;
const ALL: UserView = { ...NO_FILTER, sort: 'name' };

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text);

/** Ignores unknown values: anyone can write a URL. */
export const viewOf = (params: URLSearchParams): UserView => ({
  q: params.get('q') ?? '',
  standing: oneOf(USER_STANDINGS, params.get('standing')),
  role: oneOf(ROLES, params.get('role')),
  sort: oneOf(USER_SORTS, params.get('sort')) ?? ALL.sort,
});

export const withView = (params: URLSearchParams, view: UserView) => filterParams(view, ALL, params);

export const useUserView = () => useUrlFilters(viewOf, ALL);

export const filterOf = ({ q, standing, role }: UserView): UserFilter => ({ q: q.trim(), standing, role });

export function exportUrl(view: UserView) {
  const params = withView(new URLSearchParams(), { ...view, q: view.q.trim() });
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
