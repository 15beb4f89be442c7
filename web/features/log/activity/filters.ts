import type { ActivityFilter, ActivityQuery } from '../../../../contract/log/activity.ts';
import { type Days, instantsOf, parseDay } from '../../../lib/days.ts';
import { urlFilters, type WholeQuery } from '../../../lib/url/url-filters.ts';

export interface Filters extends Days {
  filter: ActivityFilter;
  q: string;
}

export const filterGroups = [
  [
    { value: 'all', label: 'All Activities' },
    { value: 'login', label: 'Login Events' },
    { value: 'failed', label: 'Failed Attempts' },
    { value: 'page_view', label: 'Page Views' },
    { value: 'admin_redirect', label: 'Admin Redirects' },
  ],
] as const satisfies readonly (readonly { value: ActivityFilter; label: string }[])[];

export const {
  none: NO_FILTERS,
  filtersOf,
  paramsOf,
  isFiltered,
  use: useFilters,
} = urlFilters<Filters>({
  filter: (text) => filterGroups[0].find(({ value }) => value === text)?.value ?? 'all',
  q: (text) => text,
  from: parseDay,
  to: parseDay,
});

export const queryOf = ({ filter, q, ...days }: Filters): WholeQuery<ActivityQuery> => ({
  filter,
  q: q.trim() || undefined,
  ...instantsOf(days),
});
