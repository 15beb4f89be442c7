import type { ActivityFilter } from '../../../contract/activity.ts';
import { beginningOf, endOf, isDay } from './days.ts';

export interface Filters {
  filter: ActivityFilter;
  q: string;
  /** First and last day; empty where there is no such bound. */
  from: string;
  to: string;
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

const dayIn = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** From an address, which anybody can write: what is not a filter is left out. */
export function filtersOf(params: URLSearchParams): Filters {
  const filter = params.get('filter');
  return {
    filter: isFilter(filter) ? filter : 'all',
    q: params.get('q') ?? '',
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
  };
}

/** Only what narrows the list is in the address. */
export function paramsOf(filters: Filters) {
  const params = new URLSearchParams();
  for (const name of ['filter', 'q', 'from', 'to'] as const) {
    if (filters[name] !== NO_FILTERS[name]) params.set(name, filters[name]);
  }
  return params;
}

export const isFiltered = (filters: Filters) => paramsOf(filters).size > 0;

/** What the server is asked for. Days are those of this browser, and it knows moments only. */
export const queryOf = ({ filter, q, from, to }: Filters) => ({
  filter,
  q: q.trim() || undefined,
  from: from ? beginningOf(from) : undefined,
  to: to ? endOf(to) : undefined,
});
