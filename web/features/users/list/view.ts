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

/** Which users are shown, and in which order. */
export interface UserView {
  /** As it was typed. */
  q: string;
  standing: UserStanding | undefined;
  role: Role | undefined;
  sort: UserSort;
}

const DEFAULT_SORT: UserSort = 'name';

/** Everybody, in whichever order. */
export const NO_FILTER = { q: '', standing: undefined, role: undefined } satisfies Partial<UserView>;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text);

/** From an address, which anybody can write: what is not part of a view is left out. */
export const viewOf = (params: URLSearchParams): UserView => ({
  q: params.get('q') ?? '',
  standing: oneOf(USER_STANDINGS, params.get('standing')),
  role: oneOf(ROLES, params.get('role')),
  sort: oneOf(USER_SORTS, params.get('sort')) ?? DEFAULT_SORT,
});

/** Only what differs from the plain list is in the address; what else is there, such as an open panel, stays. */
export function withView(params: URLSearchParams, { q, standing, role, sort }: UserView) {
  const next = new URLSearchParams(params);
  const parts = { q, standing, role, sort: sort === DEFAULT_SORT ? undefined : sort };
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** What the server, the file and bulk work are asked for. */
export const filterOf = ({ q, standing, role }: UserView): UserFilter => ({ q: q.trim(), standing, role });

/** Where those who are shown are as a file, and those who match and are not loaded yet. */
export function fileUrl(view: UserView) {
  const params = withView(new URLSearchParams(), { ...view, q: view.q.trim() });
  return params.size > 0 ? `/api/admin/users.csv?${params}` : '/api/admin/users.csv';
}

export type SortedColumn = 'name' | 'activity' | 'created';

/** What a click on a heading shows first: names from A, times from the latest. */
const firstSort = {
  name: 'name',
  activity: '-activity',
  created: '-created',
} as const satisfies Record<SortedColumn, UserSort>;

const otherEnd = (sort: UserSort) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as UserSort;

/** What a heading says about the order, as ARIA calls it. */
export function directionOf(sort: UserSort, column: SortedColumn): Sorted {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
}

/** What a click on a heading leads to: its column, or the same from the other end. */
export const nextSort = (sort: UserSort, column: SortedColumn) =>
  directionOf(sort, column) === 'none' ? firstSort[column] : otherEnd(sort);

/** The view is in the address, so it can be shared and reloaded. */
export function useUserView() {
  const [path, navigate] = useLocation();
  const view = viewOf(new URLSearchParams(useSearch()));
  const change = (changes: Partial<UserView>) => {
    // Read now and not when this was rendered: two parts can change at once.
    const now = new URLSearchParams(location.search);
    const params = withView(now, { ...viewOf(now), ...changes });
    // Other users begin at the top, wherever the old ones were scrolled to.
    scrollTo(0, 0);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
  };
  return [view, change] as const;
}
