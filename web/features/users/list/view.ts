import { useLocation, useSearch } from 'wouter';
import {
  ROLES,
  type Role,
  USER_SORTS,
  USER_STANDINGS,
  type UserSort,
  type UserStanding,
} from '../../../../contract/users/users.rules.ts';
import type { UserFilter } from '../../../../contract/users/users.ts';
import type { Sorted } from '../../../ui/rows/sort-button.tsx';

export interface UserView {
  q: string;
  standing: UserStanding | undefined;
  role: Role | undefined;
  sort: UserSort;
}

const DEFAULT_SORT: UserSort = 'name';

export const NO_FILTER = { q: '', standing: undefined, role: undefined } satisfies Partial<UserView>;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text);

/** Ignores unknown values: anyone can write a URL. */
export const viewOf = (params: URLSearchParams): UserView => ({
  q: params.get('q') ?? '',
  standing: oneOf(USER_STANDINGS, params.get('standing')),
  role: oneOf(ROLES, params.get('role')),
  sort: oneOf(USER_SORTS, params.get('sort')) ?? DEFAULT_SORT,
});

/** Keeps other parameters, such as an open panel. */
export function withView(params: URLSearchParams, { q, standing, role, sort }: UserView) {
  const next = new URLSearchParams(params);
  const parts = { q, standing, role, sort: sort === DEFAULT_SORT ? undefined : sort };
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

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

export function useUserView() {
  const [path, navigate] = useLocation();
  const view = viewOf(new URLSearchParams(useSearch()));
  const change = (changes: Partial<UserView>) => {
    // Not `view` of this render: two parts can change at once.
    const now = new URLSearchParams(location.search);
    const params = withView(now, { ...viewOf(now), ...changes });
    scrollTo(0, 0);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
  };
  return [view, change] as const;
}
