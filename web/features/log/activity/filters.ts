import type { ActivityFilter, ActivityQuery } from '../../../../contract/log/activity.ts';
import { type Days, instantsOf, parseDay } from '../../../lib/days.ts';
import { filterParams, useUrlFilters, type WholeQuery } from '../../../lib/url-filters.ts';

export interface Filters extends Days {
  filter: ActivityFilter;
  q: string;
}

export const NO_FILTERS: Filters = { filter: 'all', q: '', from: '', to: '' };

export const filterGroups = [
  [
    { value: 'all', label: 'All Activities' },
    { value: 'login', label: 'Login Events' },
    { value: 'failed', label: 'Failed Attempts' },
    { value: 'page_view', label: 'Page Views' },
    { value: 'admin_redirect', label: 'Admin Redirects' },
  ],
] as const satisfies readonly (readonly { value: ActivityFilter; label: string }[])[];

const isFilter = (text: string | null): text is ActivityFilter =>
  filterGroups.flat().some(({ value }) => value === text);

/** Anyone can write a URL: what is no filter is left out. */
export function filtersOf(params: URLSearchParams): Filters {
  const filter = params.get('filter');
  return {
    filter: isFilter(filter) ? filter : 'all',
    q: params.get('q') ?? '',
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
  };
}

export const paramsOf = (filters: Filters) => filterParams(filters, NO_FILTERS);

export const isFiltered = (filters: Filters) => paramsOf(filters).size > 0;

export const useFilters = () => useUrlFilters(filtersOf, NO_FILTERS);

export const queryOf = ({ filter, q, ...days }: Filters): WholeQuery<ActivityQuery> => ({
  filter,
  q: q.trim() || undefined,
  ...instantsOf(days),
});
